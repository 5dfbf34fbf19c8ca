// Writes the pages as a generator does: in the frame that Vite made, with what the server renders.
import { readFileSync, writeFileSync } from 'node:fs'
import { render } from './build/server.js'

const frame = readFileSync('dist/index.html', 'utf8')
for (const [file, path] of [['index.html', '/'], ['boats.html', '/boats.html']]) {
  writeFileSync(`dist/${file}`, frame.replace('<!--app-->', await render(path)))
}
