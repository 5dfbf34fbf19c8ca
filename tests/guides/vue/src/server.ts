import { createSSRApp } from 'vue'
import { renderToString } from 'vue/server-renderer'
import App from './App.vue'

export function render(path: string) {
  return renderToString(createSSRApp(App, { path }))
}
