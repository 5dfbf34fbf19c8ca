/**
 * What the builder has compressed, for hosts that do not.
 */

/**
 * A response with the content inflated. A host may take the file's ending for an encoding, which the browser
 * has undone then.
 * @param {URL} url
 * @param {RequestInit} [options]
 * @param {Record<string, string>} [headers] of the response
 */
export async function unpack(url, options, headers) {
  const response = await fetch(url, options)
  if (!response.ok) return response
  const bytes = new Uint8Array(await response.arrayBuffer())
  const isGzip = bytes[0] === 0x1f
  const content = isGzip ? new Response(bytes).body?.pipeThrough(new DecompressionStream('gzip')) : bytes
  return new Response(content, { headers })
}
