const { existsSync } = require('node:fs');
const Module = require('node:module');

/*
 * Loaded into an n8n by NODE_OPTIONS: while the file of TEST_CUT exists, its SQLite database answers the
 * queries that TEST_CUT_QUERY matches with an error. SQLite itself has nothing that could: it knows neither
 * functions that raise nor the text of the query under way.
 */

const cut = new RegExp(process.env.TEST_CUT_QUERY, 'is');
const load = Module._load;
const patched = new WeakSet();

function patch({ Database }) {
	if (patched.has(Database)) return;
	patched.add(Database);
	const { all } = Database.prototype;
	Database.prototype.all = function (text, ...rest) {
		if (!cut.test(text) || !existsSync(process.env.TEST_CUT)) return all.call(this, text, ...rest);
		const done = rest.at(-1);
		setImmediate(() => done.call({}, new Error('SQLITE_IOERR: disk I/O error')));
		return this;
	};
}

Module._load = function (name, ...rest) {
	const loaded = load.call(this, name, ...rest);
	if (name === 'sqlite3') patch(loaded);
	return loaded;
};
