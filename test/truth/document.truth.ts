import { deviations, exceptionFor } from './document';
import { type Exception, EXCEPTIONS } from './exceptions';
import { walk } from './walk';

/*
 * What a validator finds that knows nothing but the newest schemas of the public reference. The reference
 * generation answers in its forms. The recorded generation answers as services have been recorded, which
 * contradicts it; each contradiction is an exception with its source (exceptions.ts).
 */

const LEAST_PERCENT = 98;

/** Judges all answers of a generation. */
async function judged(generation: 'recorded' | 'reference') {
	const uses = new Map<Exception, number>();
	const found: string[] = [];
	let answers = 0;
	let strict = 0;
	let valid = 0;
	await walk(generation, (route, answered) => {
		answers += 1;
		const places = deviations(route, answered);
		if (places.length === 0) strict += 1;
		const applied = places.map((place) => exceptionFor(route, answered.status, place));
		for (const exception of new Set(applied))
			if (exception) uses.set(exception, (uses.get(exception) ?? 0) + 1);
		const unknown = places.filter((_, i) => applied[i] === undefined);
		if (unknown.length === 0) valid += 1;
		else found.push(`${route} ${answered.status}: ${unknown.join(', ')}`);
	});
	return { answers, strict, valid, found, uses };
}

const percent = (part: number, whole: number) => (100 * part) / whole;

test.each(['recorded', 'reference'] as const)(
	'answers match the public reference, or differ for a reason (%s)',
	async (generation) => {
		const { answers, strict, valid, found, uses } = await judged(generation);
		const share = (part: number) =>
			`${part} of ${answers} (${percent(part, answers).toFixed(1)} %)`;
		const lines = [
			`by the public reference alone ${share(strict)}, with its exceptions ${share(valid)}`,
			...[...uses].map(([{ says, source }, times]) => `${times} answers: ${says} (${source})`),
			...found.map((misfit) => `found: ${misfit}`),
		];
		console.log(lines.map((line) => `document (${generation}): ${line}`).join('\n'));
		expect(percent(valid, answers)).toBeGreaterThanOrEqual(LEAST_PERCENT);
		// An exception that nothing needs would hide a mistake.
		const idle = EXCEPTIONS.filter(
			(exception) => generation === 'recorded' && !uses.has(exception),
		);
		expect(idle.map(({ says }) => says)).toEqual([]);
		if (generation === 'reference') expect(strict).toBe(answers);
	},
);
