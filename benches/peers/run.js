/**
 * Compares Soru with other engines for static sites, on one site in several sizes, in a single
 * run.
 *
 *     node run.js --pages FOLDER --work FOLDER --out FOLDER --soru PROGRAM [--lang tr]
 *                 [--sizes 1000,10000] [--engines soru,pagefind] [--questions 40]
 *                 [--name peers]
 *
 * Run by `cargo xtask bench --peers`. Writes NAME.json and NAME.md into OUT, and plots if the name is
 * the usual one.
 */
import { copyFile, mkdir, rm, writeFile } from 'node:fs/promises'
import { cpus } from 'node:os'
import { basename, dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { BUILDERS, build } from './builders.js'
import { measure } from './measure.js'
import { multiply, readPages, writeSite } from './pages.js'
import { questions } from './questions.js'
import { table, write } from './report.js'
import { serve } from './server.js'

const HERE = dirname(fileURLToPath(import.meta.url))
const { values } = parseArgs({
  options: {
    pages: { type: 'string' },
    work: { type: 'string' },
    out: { type: 'string' },
    soru: { type: 'string' },
    lang: { type: 'string', default: 'tr' },
    sizes: { type: 'string', default: '' },
    engines: { type: 'string', default: Object.keys(BUILDERS).join(',') },
    questions: { type: 'string', default: '40' },
    name: { type: 'string', default: 'peers' },
  },
})
const { pages: folder, work, out, soru, lang } = values
if (!folder || !work || !out || !soru) throw new Error('--pages, --work, --out and --soru are needed')
const engines = values.engines.split(',')
const unknown = engines.find((engine) => !(engine in BUILDERS))
if (unknown) throw new Error(`--engines: ${unknown} is none of ${Object.keys(BUILDERS).join(', ')}`)

const real = await readPages(folder)
const sizes = values.sizes ? values.sizes.split(',').map(Number) : [real.length]
/** @type {import('./report.js').Result[]} */
const results = []
for (const size of sizes) {
  if (!(Number.isInteger(size) && size > 0)) throw new Error(`--sizes: ${size} is no number of pages`)
  await rm(work, { recursive: true, force: true })
  const pages = multiply(real, size)
  await writeSite(pages, join(work, 'site'), lang)
  await mkdir(join(work, 'served/engines'), { recursive: true })
  await writeFile(join(work, 'served/blank.html'), '<!doctype html><title>measured</title>')
  const asked = questions(pages, lang, Number(values.questions))
  for (const engine of engines) {
    results.push(await one(engine, pages.length, asked))
    // Results are written at once: a large site takes long, and may exhaust memory.
    await report()
  }
}
console.log(table(results))

async function report() {
  const machine = {
    date: new Date().toISOString().slice(0, 10), cpu: cpus()[0]?.model, cpus: cpus().length, node: process.version, lang, pages: real.length, folder: basename(String(folder)),
  }
  await write(String(out), { machine, results }, values.name)
}

/**
 * @param {string} engine
 * @param {number} pages
 * @param {{ keywords: string[], questions: string[] }} asked
 * @returns {Promise<import('./report.js').Result>}
 */
async function one(engine, pages, asked) {
  console.log(`${engine}: ${pages} pages`)
  const job = {
    site: join(String(work), 'site'),
    out: join(String(work), 'served', engine),
    lang,
    soru: String(soru),
  }
  try {
    const built = await build(engine, job)
    const served = join(String(work), 'served')
    await copyFile(join(HERE, `engines/${engine}.js`), join(served, `engines/${engine}.js`))
    const server = await serve(served)
    try {
      return { engine, pages, build: built, browser: await measure(server, engine, asked) }
    } finally {
      server.close()
    }
  } catch (error) {
    // An engine's failure at a size is a result too.
    const failed = error instanceof Error ? error.message : String(error)
    console.log(`${engine} failed: ${failed}`)
    return { engine, pages, failed: failed.split('\n')[0] }
  }
}
