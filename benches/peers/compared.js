/**
 * The small site of the pictures: filters, pictures and sections, marked for both boxes.
 */

export const WORDS = 'berth'
export const QUESTION = 'What does a berth cost for a night?'

/** @typedef {{ path: string, title: string, topic: string, picture?: string, sections: [string, string][] }} Compared */

/** @type {Compared[]} */
export const PAGES = [
  { path: 'index.html', title: 'Harbour of Saltby', topic: 'General', sections: [['Welcome', 'The harbour of Saltby has 240 berths for residents and guests, a boatyard and a ferry to the islands.'], ['Office', 'The harbour office is open from 8:00 to 18:00. Call it on channel 11 before you enter.']] },
  { path: 'berths.html', title: 'Berths for guests', topic: 'Guests', picture: 'teal', sections: [['Prices', 'A berth costs 20 euros a night for a boat of up to 10 metres, and 30 euros above. Water and showers are included.'], ['Booking', 'Book a berth by radio on the day of arrival, or online up to two weeks ahead. A berth is kept free until 18:00.'], ['Electricity', 'Every berth on pontoons C and D has electricity. A meter counts 0.40 euros a kilowatt-hour.']] },
  { path: 'residents.html', title: 'Berths for residents', topic: 'Residents', picture: 'navy', sections: [['Waiting list', 'A berth of your own is let for a year. The waiting list has 80 names, and the wait is about three years.'], ['Rent', 'The rent of a berth is 95 euros for each metre and year.'], ['Transfer', 'A berth is not sold or passed on with a boat.']] },
  { path: 'boatyard.html', title: 'Boatyard', topic: 'Services', picture: 'sienna', sections: [['Crane', 'The crane lifts boats of up to 12 tonnes, by appointment.'], ['Winter storage', 'From October to April boats are stored ashore. Your berth stays yours.']] },
  { path: 'ferry.html', title: 'Ferry', topic: 'Services', picture: 'slateblue', sections: [['Timetable', 'The ferry leaves every two hours from 7:00. It has a berth of its own on the outer mole.'], ['Bicycles', 'Bicycles travel free of charge.']] },
  { path: 'rules.html', title: 'Harbour rules', topic: 'General', sections: [['Speed', 'Three knots inside the moles.'], ['Leaving', 'Tell the office when you leave your berth for more than a night, so that guests can use it.']] },
]

/**
 * @param {Compared} page
 * @param {string} head
 * @param {string} dialog
 */
export function page({ title, topic, picture, sections }, head, dialog) {
  const image = picture ? `<meta property="og:image" content="/${picture}.svg" data-pagefind-meta="image[content]"><meta property="og:image:alt" content="A boat" data-pagefind-meta="image_alt[content]">` : ''
  const text = sections.map(([name, words]) => `<h2 id="${name.toLowerCase().replaceAll(' ', '-')}">${name}</h2><p>${words}</p>`).join('\n')
  return html(title, `${image}${head}`, dialog, `<main data-pagefind-body data-pagefind-filter="topic:${topic}" data-soru-meta="topic: ${topic}"><h1>${title}</h1>\n${text}</main>`)
}

/**
 * The page of results, which no index has.
 * @param {string} head
 * @param {string} results
 */
export function searchPage(head, results) {
  return html('Search', `<meta name="robots" content="noindex">${head}`, '', `<div class="wide">${results}</div>`)
}

/**
 * @param {string} title
 * @param {string} head
 * @param {string} inHeader
 * @param {string} body
 */
function html(title, head, inHeader, body) {
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${title}</title>
<link rel="icon" href="data:,"><style>
body { margin: 0; font: 1rem/1.5 system-ui, sans-serif; color: #222 }
header { display: flex; justify-content: space-between; align-items: center; gap: 1rem; padding: .75rem 1.5rem; background: #eef3f4 }
main, .wide { max-width: 52rem; margin: 0 auto; padding: 1rem 1.5rem }
</style>${head}</head>
<body><header><b>Saltby</b>${inHeader}</header>${body}</body></html>
`
}
