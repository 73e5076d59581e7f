import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const root = join(__dirname, '../../../simulator');
const sources = readdirSync(root, { recursive: true, encoding: 'utf8' })
	.filter((file) => file.endsWith('.ts'))
	.map((file) => ({ file, text: readFileSync(join(root, file), 'utf8') }));

/** The files that contain one of the words. */
const filesWith = (...words: string[]) =>
	sources
		.filter(({ text }) => new RegExp(`\\b(${words.join('|')})\\b`).test(text))
		.map(({ file }) => file)
		.sort();

describe('a field of a simulated resource is named in at most three files', () => {
	it.each([
		['an endpoint', 'imeiLock', 'imei_lock', ['bodies', 'entities', 'forms'], 'endpoints'],
		['an SMS', 'udh', 'udh', ['entities', 'forms', 'send'], 'sms'],
		[
			'a service profile',
			'mocCallbackId',
			'moc_callback',
			['entities', 'serviceProfiles'],
			'profiles',
		],
		['a switch of a service profile', 'nipdp', 'nipdp', ['entities'], 'profiles'],
		['a data stream', 'relationId', 'relation_resolution', ['entities', 'streams'], 'stream'],
	])('%s: %s, %s on the wire', (_of, name, wire, files, folder) => {
		expect(filesWith(name, wire)).toEqual(files.map((file) => `${folder}/${file}.ts`));
	});
});
