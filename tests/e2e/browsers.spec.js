/**
 * docs/browsers.md is of the present code, and of MDN's data.
 */
import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { expect, test } from '@playwright/test'
import { BETTER, ENGINE, FILE, NEEDED, code, text } from './support/browser-versions.js'

test('the table of browsers is current: otherwise run `npm run browsers`', () => {
  expect(readFileSync(FILE, 'utf8')).toBe(text())
})

test('the element uses every feature in it', () => {
  const element = code()
  for (const { name, code: piece } of [...NEEDED, ...BETTER]) expect(element.includes(String(piece)), name).toBe(true)
})

test('the engine is compiled for the features in it, and for no other', () => {
  const told = execFileSync('rustc', ['--print', 'cfg', '--target', 'wasm32-unknown-unknown'], { encoding: 'utf8' })
  // Globals that change are older than the data.
  const features = [...told.matchAll(/target_feature="(.+)"/g)].map(([, name]) => name).filter((name) => name !== 'mutable-globals')
  expect(features).toEqual(['bulk-memory', 'multivalue', 'nontrapping-fptoint', 'reference-types', 'sign-ext'])
  expect(ENGINE).toHaveLength(features.length)
})
