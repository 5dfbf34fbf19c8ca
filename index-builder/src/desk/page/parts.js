/**
 * Parts of the page, and calls of its server.
 */
import { text } from './texts.js'

const TOKEN = 'soru-desk-token'

/** Takes the token from the address, so that it is in no history. */
export function keepToken() {
  const given = new URLSearchParams(location.hash.slice(1)).get('token')
  if (!given) return
  sessionStorage.setItem(TOKEN, given)
  history.replaceState(null, '', location.pathname)
}

/**
 * @param {string} path
 * @param {unknown} [change]
 */
export async function call(path, change) {
  const token = sessionStorage.getItem(TOKEN)
  const response = await fetch(`/api/${path}`, {
    method: change ? 'POST' : 'GET',
    headers: { ...(token && { authorization: `Bearer ${token}` }), ...(change ? { 'content-type': 'application/json' } : {}) },
    ...(change ? { body: JSON.stringify(change) } : {}),
  })
  if (response.status === 401) throw new Error(text('token'))
  if (response.status === 204) return null
  const content = await response.json()
  if (!response.ok) throw new Error(content.error?.message ?? String(response.status))
  return content
}

/**
 * @param {string} tag
 * @param {Record<string, string>} attributes
 * @param {(Node | string | null | false)[]} children
 */
export function h(tag, attributes = {}, ...children) {
  const element = document.createElement(tag)
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value)
  element.append(...children.filter((child) => child !== null && child !== false))
  return element
}

/** @param {string} id */
export const part = (id) => /** @type {HTMLElement} */ (document.getElementById(id))
