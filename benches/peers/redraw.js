/**
 * Draws table and plots again from earlier measurements, after their figures have changed: `node redraw.js
 * FOLDER`, the folder with `peers.json`.
 */
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'

import { write } from './report.js'

const folder = process.argv[2]
if (!folder) throw new Error('name the folder that holds peers.json: node redraw.js ../../docs/benchmarks')
await write(folder, JSON.parse(await readFile(join(folder, 'peers.json'), 'utf8')))
