import { resolve } from 'node:path';
import { FAULTS } from '../worlds/planted/index';
import { faultsWithoutPlace } from '../worlds/planted/places';

/* The faults that `npm run test:worlds -- planted` puts into the sources: a change of a source moves them. */

const root = resolve(__dirname, '..', '..');

test('each planted fault has its place in the sources', () => {
	expect(FAULTS.length).toBeGreaterThanOrEqual(20);
	expect(faultsWithoutPlace(root, FAULTS)).toEqual([]);
});

test('a planted fault whose text is gone is named with its file', () => {
	const gone = { file: 'src/request/http.ts', find: 'a text that no source has', replace: '' };
	const fault = { name: 'moved', says: '', families: [], replacements: [gone] };
	expect(faultsWithoutPlace(root, [fault])).toEqual(['moved (src/request/http.ts)']);
});
