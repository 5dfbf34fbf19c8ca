<?php
$db_user = "desk";
$db_password = "sesam-2026";
