import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT, textOf } from './sources';

const FOLDER = '.github/workflows';
const workflows = readdirSync(join(ROOT, FOLDER)).map((name) => ({
	name,
	text: textOf(join(FOLDER, name)),
}));

test.each(workflows)('$name pins actions and images by digest', ({ text }) => {
	const actions = [...text.matchAll(/uses: *(\S+)/g)].map(([, action]) => action!);
	const images = [...text.matchAll(/image: *(\S+)/g)].map(([, image]) => image!);
	expect(actions).not.toEqual([]);
	expect(actions.filter((action) => !/@[0-9a-f]{40}$/.test(action))).toEqual([]);
	expect(images.filter((image) => !/@sha256:[0-9a-f]{64}$/.test(image))).toEqual([]);
});

test.each(workflows)('$name grants jobs only read access by default', ({ text }) => {
	expect(text).toMatch(/^permissions: \{ contents: read \}$/m);
});

test('the publishing job runs only npm publish, after comparing the checksums of the files', () => {
	const { text } = workflows.find(({ name }) => name === 'release.yml')!;
	const jobs = Object.fromEntries(
		text
			.slice(text.indexOf('\njobs:\n'))
			.split(/^ {2}(?=\w+:$)/m)
			.slice(1)
			.map((job) => [job.slice(0, job.indexOf(':')), job]),
	);
	expect(Object.keys(jobs)).toEqual(['build', 'publish', 'notes']);
	const { publish = '', ...others } = jobs;
	for (const job of Object.values(others)) expect(job).not.toContain('id-token');
	expect(publish).toContain('id-token: write');
	expect(publish).not.toMatch(/checkout|npm (ci|install|run|test|exec)|npx/);
	expect(publish.match(/- run: .*/g)).toEqual([
		'- run: npm publish ./*.tgz --ignore-scripts --provenance --access public',
	]);
	expect(publish.indexOf('sha256sum --check')).toBeLessThan(publish.indexOf('npm publish'));
});
