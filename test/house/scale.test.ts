import { readFileSync } from 'node:fs';
import { format, resolveConfig } from 'prettier';
import { PAGE, pageWith, resultsNow } from '../scale/page';

test('the page on scale shows the measured results', async () => {
	const page = await format(pageWith(resultsNow()), {
		...(await resolveConfig(PAGE)),
		parser: 'markdown',
	});
	expect(readFileSync(PAGE, 'utf8')).toBe(page);
});
