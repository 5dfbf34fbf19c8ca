<?php
// Receives reports of the box, with PHP 8.1 or newer: <soru-search report="https://www.example.org/reports.php">
// It keeps a file for each day, for `soru desk import reports/*.jsonl`, without addresses of visitors, and deletes
// those that are older than 90 days.
declare(strict_types=1);

const ORIGINS = ['https://www.example.org'];
const DAYS = 90;
/** Beside the folder of the site, so that no visitor reads it; the server needs to write there. */
define('FOLDER', getenv('REPORTS_FOLDER') ?: dirname(__DIR__) . '/reports');

function refuse(int $status): never
{
    http_response_code($status);
    exit;
}

function masked(string $text): string
{
    $part = '[^\s@＠<>()\[\]"\',;:!?]+';
    $text = preg_replace("/$part\\s?(?:@|＠|[(\\[]\\s?at\\s?[)\\]])\\s?$part\\.$part/iu", '[mail]', $text);
    return preg_replace_callback('/\+?\(?\p{Nd}(?:(?:[\s()\.\/+‐-―-]{0,3}|,)\p{Nd})*/u', function (array $found): string {
        $others = preg_grep('/^(?:19|20)\d\d(?:[\/‐-―-](?:19|20)?\d\d)?$/u', preg_split('/\s+/u', $found[0]), PREG_GREP_INVERT);
        return preg_match_all('/\p{Nd}/u', implode('', $others)) > 5 ? '[number]' : $found[0];
    }, $text);
}

/** A text on one line within a number of characters, or an answer with status 422. */
function text(mixed $value, int $most): string
{
    if (!is_string($value) || !preg_match("/^\\X{1,$most}$/us", $value)) {
        refuse(422);
    }
    return masked(trim(preg_replace('/[\s\p{Cc}\x{200e}\x{200f}\x{202a}-\x{202e}\x{2066}-\x{2069}]+/u', ' ', $value)));
}

$origin = $_SERVER['HTTP_ORIGIN'] ?? '';
in_array($origin, ORIGINS, true) || refuse(403);
$_SERVER['REQUEST_METHOD'] === 'POST' || refuse(405);
$body = file_get_contents('php://input', length: 24577);
strlen($body) <= 24576 || refuse(413);
$sent = json_decode($body, true);
$known = ['question', 'language', 'state', 'page', 'thumb', 'note'];
is_array($sent) && !array_diff(array_keys($sent), $known) || refuse(422);

$report = ['day' => gmdate('Y-m-d'), 'question' => text($sent['question'] ?? null, 500), 'language' => text($sent['language'] ?? null, 35)];
$values = ['state' => '/^(answered|listed|nothing)$/', 'thumb' => '/^(up|down)$/', 'page' => '/^https?:\/\/[^\s?#@]{1,480}$/', 'note' => '/./u'];
foreach (array_intersect_key($values, $sent) as $key => $pattern) {
    is_string($sent[$key]) && preg_match($pattern, $sent[$key]) || refuse(422);
    $report[$key] = $key === 'note' ? text($sent[$key], 1000) : $sent[$key];
}
count($report) > 3 && $report['question'] !== '' || refuse(422);

is_dir(FOLDER) || mkdir(FOLDER, 0700, true);
$line = json_encode($report, JSON_UNESCAPED_UNICODE | JSON_UNESCAPED_SLASHES | JSON_THROW_ON_ERROR) . "\n";
file_put_contents(FOLDER . "/{$report['day']}.jsonl", $line, FILE_APPEND | LOCK_EX) === strlen($line) || refuse(503);
$oldest = gmdate('Y-m-d', time() - DAYS * 86400);
array_map('unlink', array_filter(glob(FOLDER . '/*.jsonl'), fn ($file) => basename($file, '.jsonl') < $oldest));
header("Access-Control-Allow-Origin: $origin");
http_response_code(204);
