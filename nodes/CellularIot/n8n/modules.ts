/*
 * n8n: Puts the folders of its own modules into `NODE_PATH`, so that a community package can load what n8n
 * itself depends on: ioredis 5.3.2, luxon 3 and zod 3.25.76 in all versions so far.
 * Read: n8n 2.41.1, packages/cli: load-nodes-and-credentials.js (`init`).
 * Why: Bundled, ioredis would be refused by n8n's check of packages, for it uses `process` and Node's own
 * modules. luxon and zod are on that check's list of allowed modules.
 * Gone: Without luxon or zod no node of the package loads. Without ioredis, accounts that share limits on a
 * Redis fail before anything is sent; the error says what to install.
 * Fallback: `npm install ioredis@5` in ~/.n8n/nodes.
 * Can it go: luxon and zod could be bundled, 130 KB more for every process to load: kept. ioredis no.
 */

/** The modules that the build leaves to n8n; each is a dev dependency, too. */
export const MODULES_OF_N8N = ['n8n-workflow', 'ioredis', 'luxon', 'zod/v4'];
