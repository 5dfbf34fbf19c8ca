// Behaviour of the demo pages that is not part of the search box itself:
// sample questions that fill the box, the notice at the top of the page, and
// a look behind the scenes.

const box = document.querySelector('soru-search')

// `?debug` in the address of any page shows how its answers are found.
if (new URLSearchParams(location.search).has('debug')) box?.setAttribute('debug', '')

document.addEventListener('click', (event) => {
  const link = event.target.closest?.('.sample-question')
  if (!link || !box) return
  const question = link.dataset.question
  if (!question) return
  event.preventDefault()
  box.scrollIntoView({ block: 'nearest' })
  customElements.whenDefined('soru-search').then(() => {
    box.value = question
    return box.ask(question)
  })
})

const banner = document.querySelector('.cookie-banner')
const KEY = 'demo-notice-closed'

// Storage can be switched off; the notice then simply comes back.
const stored = () => {
  try {
    return localStorage.getItem(KEY)
  } catch {
    return null
  }
}

if (banner) {
  banner.hidden = Boolean(stored())
  banner.querySelector('.cookie-ok')?.addEventListener('click', () => {
    banner.hidden = true
    try {
      localStorage.setItem(KEY, '1')
    } catch {
      // Nothing to do: the choice lasts for this page only.
    }
  })
}
