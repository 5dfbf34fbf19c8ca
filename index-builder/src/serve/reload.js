// Reloads this page when `soru serve --watch` has built the site again. Only that server sends this script.
(() => {
  const shown = document.currentScript.dataset.build
  let events
  const listen = () => {
    events?.close()
    // Browsers open six connections to a server; a hidden tab leaves its own to others.
    if (document.hidden) return
    events = new EventSource('/.soru/events')
    events.onmessage = ({ data }) => {
      if (data !== shown) location.reload()
    }
  }
  document.addEventListener('visibilitychange', listen)
  listen()
})()
