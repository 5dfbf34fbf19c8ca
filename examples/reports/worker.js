/**
 * Receives reports of the box in a Cloudflare Worker. Name it in the pages:
 * <soru-search report="https://reports.example.workers.dev/"></soru-search>
 * It keeps no address of a visitor, and nothing older than 90 days. The desk reads what it has:
 * `curl -H "Authorization: Bearer $TOKEN" https://reports.example.workers.dev/ > a.jsonl; soru desk import a.jsonl`
 */
const DAYS = 90
const PART = '[^\\s@＠<>()[\\]"\',;:!?]+'
const MAIL = new RegExp(`${PART}\\s?(?:@|＠|[([]\\s?at\\s?[)\\]])\\s?${PART}\\.${PART}`, 'giu')
const NUMBER = /\+?\(?\p{Nd}(?:(?:[\s()./+‐-―-]{0,3}|,)\p{Nd})*/gu
const HIDDEN = /[\s\p{Cc}\u200e\u200f\u202a-\u202e\u2066-\u2069]+/gu
const YEAR = /^(?:19|20)\d\d(?:[/‐-―-](?:19|20)?\d\d)?$/
const PARTS = {
  question: /^.{1,500}$/su,
  language: /^[a-z]{1,8}(-[a-z0-9]{1,8})*$/i,
  state: /^(answered|listed|nothing)$/,
  page: /^https?:\/\/[^\s?#@]{1,480}$/,
  thumb: /^(up|down)$/,
  note: /^.{1,1000}$/su,
}

const day = (ago = 0) => new Date(Date.now() - ago * 86_400_000).toISOString().slice(0, 10)
const answer = (status, headers = {}) => new Response(null, { status, headers })

function masked(text) {
  const isLong = (number) => number.split(/\s+/).filter((part) => !YEAR.test(part)).join('').replace(/\P{Nd}/gu, '').length > 5
  return text.replace(MAIL, '[mail]').replace(NUMBER, (number) => isLong(number) ? '[number]' : number)
}

/** The report, or null if it is none. */
function read(body) {
  try {
    const parts = Object.entries(JSON.parse(body))
    if (!parts.every(([name, value]) => typeof value === 'string' && Object.hasOwn(PARTS, name) && PARTS[name].test(value))) return null
    const report = Object.fromEntries(parts.map(([name, value]) => [name, name === 'page' ? value : masked(value.replace(HIDDEN, ' ').trim())]))
    return report.question && report.language && parts.length > 2 ? { day: day(), ...report } : null
  } catch {
    return null
  }
}

export default {
  async fetch(request, { DB, ORIGINS, TOKEN }) {
    if (request.method === 'GET' && TOKEN && request.headers.get('authorization') === `Bearer ${TOKEN}`) {
      const { results } = await DB.prepare('SELECT report FROM reports ORDER BY day').all()
      return new Response(results.map(({ report }) => `${report}\n`).join(''))
    }
    const origin = request.headers.get('origin') ?? ''
    if (!ORIGINS.split(' ').includes(origin)) return answer(403)
    if (request.method !== 'POST') return answer(405)
    const body = await request.text()
    const report = body.length <= 24_576 && read(body)
    if (!report) return answer(422)
    await DB.prepare('INSERT INTO reports (day, report) VALUES (?, ?)').bind(report.day, JSON.stringify(report)).run()
    return answer(204, { 'access-control-allow-origin': origin })
  },
  async scheduled(_event, { DB }) {
    await DB.prepare('DELETE FROM reports WHERE day < ?').bind(day(DAYS)).run()
  },
}
