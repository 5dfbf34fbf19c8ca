<?php
// Installs WordPress at an address, with a few pages: `php install.php http://127.0.0.1:8080`

// The database may still be starting.
mysqli_report(MYSQLI_REPORT_OFF);
for ($tries = 0; !($database = @mysqli_connect('localhost', 'root', '', null, 0, __DIR__ . '/database.sock')); $tries++) {
    if ($tries > 150) {
        fwrite(STDERR, file_get_contents(__DIR__ . '/database.log'));
        exit(1);
    }
    usleep(200_000);
}
mysqli_query($database, 'CREATE DATABASE wordpress CHARACTER SET utf8mb4');

define('WP_INSTALLING', true);
define('WP_SITEURL', $argv[1]);
$_SERVER['HTTP_HOST'] = parse_url($argv[1], PHP_URL_HOST);

// In the place of WordPress's own, which sends mail.
function wp_new_blog_notification(): void
{
}

require __DIR__ . '/wordpress/wp-load.php';
require ABSPATH . 'wp-admin/includes/upgrade.php';
wp_install('Harbour', 'harbour', 'harbour@example.org', true, '', wp_generate_password());
// What installing would choose, if the site could already be asked.
update_option('permalink_structure', '/%year%/%monthnum%/%day%/%postname%/');
flush_rewrite_rules();

function page(array $page): int
{
    return wp_insert_post($page + ['post_type' => 'page', 'post_status' => 'publish', 'post_author' => 1], true);
}

page(['post_title' => 'Boats', 'post_content' => '<!-- wp:paragraph -->
<p>Wooden boats are painted in April, before the season begins.</p>
<!-- /wp:paragraph -->']);
page(['post_title' => 'Ferries', 'post_content' => '<!-- wp:heading -->
<h2 id="departures">Departures &amp; arrivals</h2>
<!-- /wp:heading -->
<!-- wp:paragraph -->
<p>The ferry to the island leaves from pier seven at nine in the morning.</p>
<!-- /wp:paragraph -->']);
page(['post_type' => 'post', 'post_title' => 'Deniz otobüsü', 'post_content' => '<!-- wp:paragraph -->
<p>Adaya giden deniz otobüsü kışın yalnızca hafta sonları kalkar.</p>
<!-- /wp:paragraph -->']);
page(['post_title' => 'Crew', 'post_password' => 'rope', 'post_content' => 'The key hangs behind the secret lantern.']);
page(['post_title' => 'Plans', 'post_status' => 'draft', 'post_content' => 'There is a secret plan for a second pier.']);
page(['post_title' => 'Accounts', 'post_status' => 'private', 'post_content' => 'The secret accounts of the harbour.']);

// The box in the theme's header, as the editor of the site saves it.
$header = page([
    'post_type' => 'wp_template_part', 'post_name' => 'header', 'post_title' => 'Header',
    'post_content' => file_get_contents(get_template_directory() . '/parts/header.html')
        . "\n<!-- wp:shortcode -->\n[soru]\n<!-- /wp:shortcode -->",
]);
wp_set_object_terms($header, get_stylesheet(), 'wp_theme');
wp_set_object_terms($header, 'header', 'wp_template_part_area');
