#!/usr/bin/env node
/**
 * Prints what is in a bundle, or where a word stands in it: `node main.mjs BUNDLE [WORD]`.
 */
import { Reader } from './reader.mjs'
import { lowerCase } from './words.mjs'

/** @typedef {import('./dictionary.mjs').Dictionary} Dictionary */
/** @typedef {import('./dictionary.mjs').Row} Row */

const [folder, word] = process.argv.slice(2)
if (!folder) {
  console.error('usage: node main.mjs BUNDLE [WORD]')
  process.exit(2)
}

const reader = new Reader(folder)
if (word) {
  for (const { tag } of reader.core.languages) look(tag)
} else {
  summary()
}

/** What there is of everything. */
function summary() {
  const { build, generator, files, counts } = reader.bundle
  console.log(`build ${build} by soru ${generator}: ${files.length} data files`)
  for (const [name, count] of Object.entries(counts)) console.log(`${count} ${name}`)
  for (const { tag, chunks, means, shards } of reader.core.languages) {
    const words = means.map((mean) => mean.toFixed(1)).join(', ')
    console.log(`${tag}: ${chunks} chunks of ${words} words (body, headings, title), ${shards.length} shards`)
  }
  for (const { id, title, chunks } of reader.pages) console.log(`${id} "${title}": ${chunks.length} chunks`)
}

/**
 * Where a word stands, in all of its spellings.
 * @param {string} tag
 */
function look(tag) {
  const dictionary = reader.dictionary(tag)
  for (const row of dictionary.find(lowerCase(word, tag))) {
    console.log(`${tag} ${row.text}, stem ${row.stem}: ${row.documentFrequency} chunks`)
    for (const { chunk, ...frequencies } of dictionary.postings(row)) {
      const { page, sections } = reader.chunk(chunk)
      const place = [page.title, ...sections[0].headings].join(' > ')
      console.log(`  ${chunk} ${page.address} ${place} ${JSON.stringify(frequencies)}`)
    }
  }
}
