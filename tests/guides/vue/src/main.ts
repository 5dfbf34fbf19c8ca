import { createSSRApp } from 'vue'
import App from './App.vue'

createSSRApp(App, { path: location.pathname }).mount('#app')
