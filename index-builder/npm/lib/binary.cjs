'use strict'
/**
 * Where the native command `soru` is: in `SORU_BINARY_PATH`, or in the package of this platform, which npm installs
 * as an optional dependency.
 */
const { existsSync } = require('node:fs')

/** Platforms that have a package; `cargo xtask package` makes them. */
const PLATFORMS = ['linux-x64', 'linux-arm64', 'darwin-x64', 'darwin-arm64', 'win32-x64']

/**
 * @returns {string} the path of the command
 * @throws {Error} with what to install, if there is none
 */
function binaryPath() {
  const named = process.env.SORU_BINARY_PATH
  if (named) {
    if (existsSync(named)) return named
    throw new Error(`soru: SORU_BINARY_PATH names ${named}, which does not exist. Correct it or unset it.`)
  }
  const platform = `${process.platform}-${process.arch}`
  if (!PLATFORMS.includes(platform)) {
    throw new Error(`soru: there is no ready command for ${platform}, only for ${PLATFORMS.join(', ')}. `
      + 'Compile it (`cargo install soru-index-builder`) and name it in SORU_BINARY_PATH.')
  }
  const file = `@soru/${platform}/bin/soru${process.platform === 'win32' ? '.exe' : ''}`
  try {
    return require.resolve(file)
  } catch {
    const { version } = require('../package.json')
    throw new Error(`soru: the package @soru/${platform} is missing. It is an optional dependency, so it is not installed with `
      + `\`--omit=optional\` or \`--no-optional\`. Install it: npm install @soru/${platform}@${version}`)
  }
}

module.exports = { binaryPath, PLATFORMS }
