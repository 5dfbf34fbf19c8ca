/**
 * From a folder with a release archive and a folder of pages to the dialog in the header of that site, in a minute: by
 * the line of the README, and by the lines of the chapter "Start" for npm and pip. Without a network, and with no other
 * command on the machine.
 */
import { exec, spawn } from 'node:child_process'
import { copyFile, mkdir, mkdtemp, readFile, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { createInterface } from 'node:readline'
import { promisify } from 'node:util'
import { expect, test } from '@playwright/test'

const run = promisify(exec)
const PACKAGES = join(process.env.SORU_TARGET ?? '', 'packages')
const MOST_MILLISECONDS = 60_000

/** @param {string} lang @param {string} title @param {string} header @param {string} text */
const page = (lang, title, header, text) => `<!doctype html><html lang="${lang}"><head><meta charset="utf-8">
<meta name="viewport" content="width=device-width"><title>${title}</title>
<style>header { display: flex; gap: 1rem; background: #123a5c } header a { color: #fff }</style></head>
<body>${header}<main><h1>${title}</h1><p>${text}</p></main></body></html>`
const MENU = '<nav><a href="/">Home</a> <a href="/about.html">About</a></nav>'

const CONSULTANCY = {
  question: 'How long does a visa application take?',
  answer: 'fifteen working days',
  pages: {
    'index.html': page('en', 'Harbour Visas', `<header><a href="/">Harbour Visas</a><form role="search"><input type="search" name="q" aria-label="Search"></form>${MENU}</header>`,
      'A visa application takes fifteen working days. Applications are received on weekdays from nine to four.'),
    'about.html': page('en', 'About us', `<header><a href="/">Harbour Visas</a>${MENU}</header>`, 'Our office is at pier seven.'),
  },
}
const DEPARTMENT = {
  question: 'Tez teslim tarihi nedir?',
  answer: '12 Ocak',
  pages: {
    'index.html': page('tr', 'Deniz Bilimleri Bölümü', `<header><h2>Deniz Bilimleri</h2>${MENU}</header>`, 'Tez teslim tarihi 12 Ocak günüdür. Tezler bölüm sekreterliğine verilir.'),
    'en/index.html': page('en', 'Department of Marine Science', `<header><h2>Marine Science</h2>${MENU}</header>`, 'Theses are due on 12 January.'),
  },
}
const DOCUMENTATION = {
  question: 'How do I set the timeout?',
  answer: '--timeout',
  pages: {
    'index.html': page('en', 'Anchor documentation', `<header><a href="/">Anchor</a>${MENU}</header><aside><a href="/options.html">Options</a></aside>`, 'Anchor keeps boats in place.'),
    'options.html': page('en', 'Set the timeout', `<header><a href="/">Anchor</a>${MENU}</header>`, 'To set the timeout, use the option <code>--timeout</code> with a number of seconds.'),
  },
}

/** The file of a chapter, and the beginning of its line. */
const LINES = {
  archive: { chapter: '../../README.md', begins: 'tar ' },
  npm: { chapter: '../../www/docs/start.md', begins: 'npm install ' },
  pip: { chapter: '../../www/docs/start.md', begins: 'pip install ' },
}
const WAYS = /** @type {const} */ ([
  { way: 'archive', site: CONSULTANCY, soru: 'soru' },
  { way: 'npm', site: DEPARTMENT, soru: 'npx --no soru' },
  { way: 'pip', site: DOCUMENTATION, soru: 'soru' },
])

/** @param {keyof LINES} way */
async function lineOf(way) {
  const { chapter, begins } = LINES[way]
  const text = await readFile(new URL(chapter, import.meta.url), 'utf8')
  const line = text.split('\n').find((line) => line.startsWith(begins))
  if (!line) throw new Error(`${chapter} has no line that begins with ${begins}`)
  return line.replace(/ +#.*/, '')
}

/** @type {{ folder: string, stop: () => void } | undefined} */
let machine
test.afterEach(async () => {
  machine?.stop()
  if (machine) await rm(machine.folder, { recursive: true, force: true })
})

/**
 * A folder with the packages and the pages, and commands that find no other `soru`.
 * @param {Record<string, string>} pages
 */
async function makeMachine(pages) {
  const folder = await mkdtemp(join(tmpdir(), 'soru-install-'))
  for (const name of await readdir(PACKAGES)) {
    if (/^soru-(\d.*\.(tar\.gz|tgz|whl)|[a-z\d]+-(x64|arm64)-.*\.tgz)$/.test(name)) await copyFile(join(PACKAGES, name), join(folder, name))
  }
  for (const [path, text] of Object.entries(pages)) {
    await mkdir(dirname(join(folder, 'site', path)), { recursive: true })
    await writeFile(join(folder, 'site', path), text)
  }
  const programs = join(folder, 'programs')
  await mkdir(programs)
  await run('python3 -m venv environment', { cwd: folder })
  const { SORU_BINARY_PATH: _, ...others } = process.env
  const PATH = [programs, join(folder, 'environment/bin'), dirname(process.execPath), '/usr/bin', '/bin'].join(':')
  const env = { ...others, PATH, HOME: folder, npm_config_offline: 'true' }
  machine = { folder, stop: () => {} }
  return {
    programs,
    run: (/** @type {string} */ line) => run(line, { cwd: folder, env }),
    serve: async (/** @type {string} */ line) => {
      // A group of its own, because npx and the shell start further processes.
      const server = spawn(line, { cwd: folder, env, shell: true, detached: true, stdio: ['ignore', 'pipe', 'inherit'] })
      if (machine) machine.stop = () => process.kill(-/** @type {number} */ (server.pid), 'SIGTERM')
      for await (const told of createInterface({ input: server.stdout })) {
        const url = told.match(/http:\/\/\S+/)?.[0]
        if (url) return url
      }
      throw new Error('the server ended without telling its address')
    },
  }
}

for (const { way, site, soru } of WAYS) {
  test(`two commands with the package for ${way} put the dialog into the header of a site within a minute`, async ({ page }) => {
    const owner = await makeMachine(site.pages)
    const line = (await lineOf(way))
      // Nothing is written outside of the folder, and a machine of another kind has another package.
      .replace('sudo ', '').replace('/usr/local/bin', owner.programs).replace('linux-x64', `${process.platform}-${process.arch}`)
    const start = Date.now()
    await owner.run(line)
    const { stdout } = await owner.run(`${soru} add site --yes`)
    const minute = Date.now() - start
    expect(stdout).toContain('the button is in their header')

    await page.goto(await owner.serve(`${soru} serve site --port 0`))
    await page.locator('header soru-search').getByRole('button').first().click()
    await expect(page.getByRole('dialog')).toBeVisible()
    const whole = Date.now() - start
    console.log(`${way}: two commands in ${(minute / 1000).toFixed(1)} s, the dialog after ${(whole / 1000).toFixed(1)} s`)
    expect(whole).toBeLessThan(MOST_MILLISECONDS)

    await page.getByRole('combobox').fill(site.question)
    await page.keyboard.press('Enter')
    await expect(page.getByRole('dialog')).toContainText(site.answer)
    await page.setViewportSize({ width: 390, height: 700 })
    await page.goto(page.url())
    await expect(page.locator('header soru-search').getByRole('button').first()).toBeVisible()
  })
}
