import { hydrateRoot } from 'react-dom/client'
import { App } from './App'

const app = document.getElementById('app')
if (app) hydrateRoot(app, <App path={location.pathname} />)
