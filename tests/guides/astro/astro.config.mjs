export default { site: 'https://example.org' }
