// The pages of the site, with a router of one function.
import { useEffect, useState } from 'react'
import type { MouseEvent } from 'react'

export function Pages({ path }: { path: string }) {
  const [here, setHere] = useState(path)
  useEffect(() => {
    const back = () => setHere(location.pathname)
    addEventListener('popstate', back)
    return () => removeEventListener('popstate', back)
  }, [])
  const go = (event: MouseEvent<HTMLAnchorElement>) => {
    event.preventDefault()
    history.pushState(null, '', event.currentTarget.href)
    setHere(event.currentTarget.pathname)
  }
  return <main>{here === '/boats.html'
    ? <><h1>Boats</h1><p>Wooden boats are painted in April, before the season begins.</p></>
    : <>
        <h1>Harbour</h1>
        <p>The ferry to the island leaves from pier seven at nine in the morning.</p>
        <p><a href="/boats.html" onClick={go}>Boats</a></p>
      </>}
  </main>
}
