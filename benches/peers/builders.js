/**
 * Builds every engine's index over one site in a separate process, and measures time and
 * memory.
 */
import { spawn } from 'node:child_process'
import { copyFile, mkdir, readFile, readdir, stat, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

const HERE = dirname(fileURLToPath(import.meta.url))

/** Interval between checks of a process, in ms. */
const GLANCE = 20

/** Time limit of a build, in ms. */
const LONGEST = 1_200_000

/**
 * @typedef {{ site: string, out: string, lang: string, soru: string }} Job
 * @typedef {{ seconds: number, peakMegabytes: number | null, files: number, bytes: number }} Build
 */

/** @type {Record<string, (job: Job) => Promise<{ seconds: number, peakMegabytes: number | null }>>} */
export const BUILDERS = {
  soru: (job) => run(job.soru, ['build', '--quiet', job.site, '--out', job.out]),
  pagefind: (job) =>
    run('npx', ['--no', '--', 'pagefind', '--site', job.site, '--output-path', job.out]),
  minisearch: (job) => run(process.execPath, [join(HERE, 'index-minisearch.js'), job.site, job.out]),
  lunr: (job) => run(process.execPath, [join(HERE, 'index-lunr.js'), job.site, job.out, job.lang]),
}

/**
 * @param {string} engine
 * @param {Job} job
 * @returns {Promise<Build>}
 */
export async function build(engine, job) {
  await mkdir(job.out, { recursive: true })
  const made = await BUILDERS[engine](job)
  if (engine === 'minisearch') {
    await copyFile(packaged('minisearch/dist/es/index.js'), join(job.out, 'minisearch.js'))
  }
  if (engine === 'lunr') await copyLunr(job)
  return { ...made, ...(await size(job.out)) }
}

/** @param {Job} job */
async function copyLunr(job) {
  const scripts = ['lunr.js']
  await copyFile(packaged('lunr/lunr.js'), join(job.out, 'lunr.js'))
  if (job.lang !== 'en') {
    for (const script of ['lunr.stemmer.support.js', `lunr.${job.lang}.js`]) {
      await copyFile(packaged(`lunr-languages/${script}`), join(job.out, script))
      scripts.push(script)
    }
  }
  await writeFile(join(job.out, 'scripts.json'), JSON.stringify(scripts))
}

/** @param {string} file below node_modules */
function packaged(file) {
  return join(HERE, 'node_modules', file)
}

/**
 * @param {string} program
 * @param {string[]} args
 * @returns {Promise<{ seconds: number, peakMegabytes: number | null }>}
 */
function run(program, args) {
  const start = performance.now()
  const child = spawn(program, args, { cwd: HERE, stdio: ['ignore', 'ignore', 'pipe'], timeout: LONGEST })
  let complaint = ''
  child.stderr.on('data', (data) => (complaint = (complaint + data).slice(-2000)))
  let peak = 0
  const watch = setInterval(async () => (peak = Math.max(peak, await tree(child.pid))), GLANCE)
  return new Promise((resolve, reject) => {
    child.on('error', reject)
    child.on('close', (code, signal) => {
      clearInterval(watch)
      const seconds = (performance.now() - start) / 1000
      if (signal) reject(new Error(`stopped by ${signal} after ${Math.round(seconds)} s`))
      if (code === 0) resolve({ seconds, peakMegabytes: peak ? peak / 1024 : null })
      else reject(new Error(`${program} ${args.join(' ')}: exit ${code}\n${complaint}`))
    })
  })
}

/**
 * Returns the peak memory of a process and its children, in KB; 0 if `/proc` has no
 * figures.
 * @param {number | undefined} pid
 * @returns {Promise<number>}
 */
async function tree(pid) {
  const read = (/** @type {string} */ file) => readFile(`/proc/${pid}/${file}`, 'utf8').catch(() => '')
  const [status, children] = await Promise.all([read('status'), read(`task/${pid}/children`)])
  const own = Number(/^VmHWM:\s+(\d+)/m.exec(status)?.[1] ?? 0)
  const below = await Promise.all(children.split(' ').filter(Boolean).map((child) => tree(Number(child))))
  return Math.max(own, ...below)
}

/** @param {string} folder */
async function size(folder) {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  let [files, bytes] = [0, 0]
  for (const entry of entries.filter((entry) => entry.isFile())) {
    files += 1
    bytes += (await stat(join(entry.parentPath, entry.name))).size
  }
  return { files, bytes }
}
