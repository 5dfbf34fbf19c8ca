import { render as renderApp } from 'svelte/server'
import App from './App.svelte'

export function render(path: string) {
  return renderApp(App, { props: { path } }).body
}
