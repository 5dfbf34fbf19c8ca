<?php require "config.php"; ?>
<html><head><title>Rooms</title></head><body><h1>Rooms</h1><p>Seven rooms are open to members.</p><?= $rooms ?></body></html>