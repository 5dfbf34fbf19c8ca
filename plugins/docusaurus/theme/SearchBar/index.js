/** The box in the navigation bar, in the place of the theme's search. */
import React from 'react'
import useDocusaurusContext from '@docusaurus/useDocusaurusContext'
import './search.css'

export default function SearchBar() {
  const { i18n } = useDocusaurusContext()
  return <soru-search form="dialog" lang={i18n.currentLocale} />
}
