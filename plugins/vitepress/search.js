/** The box in the navigation bar, in the place of VPNavBarSearch. */
import { defineComponent, h } from 'vue'
import { useData } from 'vitepress'
import './search.css'

export default defineComponent(() => {
  const { lang } = useData()
  return () => h('div', { class: 'soru-nav-search' }, [h('soru-search', { form: 'dialog', lang: lang.value })])
})
