/** Options for starting Chromium, for the tests and the benchmark. */
export const LAUNCH = {
  executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium',
  // The sandbox does not work for root; the rest keeps the browser off the network.
  args: [
    '--no-sandbox',
    '--disable-gpu',
    '--disable-quic',
    '--no-first-run',
    '--disable-background-networking',
    '--disable-component-update',
    '--disable-sync',
  ],
}
