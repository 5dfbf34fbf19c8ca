#!/usr/bin/env node
'use strict'
/** `npx soru …`: hands everything to the native command of this platform. */
const { spawn } = require('node:child_process')
const { constants } = require('node:os')
const { binaryPath } = require('../lib/binary.cjs')

/** What a shell says of a program that a signal has ended: this and the number of the signal. */
const ENDED_BY_SIGNAL = 128

let path
try {
  path = binaryPath()
} catch (error) {
  console.error(error.message)
  process.exit(1)
}
const command = spawn(path, process.argv.slice(2), { stdio: 'inherit' })
// The terminal sends Ctrl-C to both; `soru serve` ends by itself, and then so does this.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => command.kill(signal))
command.on('error', (error) => {
  console.error(`soru: ${path} cannot be started: ${error.message}`)
  process.exit(1)
})
command.on('exit', (code, signal) => process.exit(code ?? ENDED_BY_SIGNAL + (constants.signals[signal] ?? 0)))
