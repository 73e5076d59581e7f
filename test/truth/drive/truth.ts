import type { Generation } from '../shapes/forms';
import { walk } from '../walk';
import { drive } from './drive';
import { judge, percent, shareText } from './judge';

/*
 * One generation: every operation is run through the nodes, all traffic is compared with shapes written
 * from the service's documentation and recordings, and the figures are printed. The shapes stand in for
 * the service's own API description, which is not available here.
 */

const LEAST_ANSWERS = 98;

export function truthOf(generation: Generation): void {
	// For work on a few operations: `TRUTH=^tag npm run test:truth`.
	const only = process.env.TRUTH ? new RegExp(process.env.TRUTH) : undefined;

	test(`requests and answers match their descriptions (${generation})`, async () => {
		const verdict = judge(await drive(generation, only), generation);
		const { shares, requests, answers, notDriven, wrongRequests, wrongAnswers } = verdict;
		const lines = [
			...Object.entries(shares).map(([name, share]) => `${name} driven: ${shareText(share)}`),
			`requests valid: ${shareText(requests)} (${percent(requests)})`,
			`answers valid: ${shareText(answers)} (${percent(answers)})`,
			...[...notDriven, ...wrongRequests, ...wrongAnswers].map((finding) => `found: ${finding}`),
		];
		console.log(lines.map((line) => `truth (${generation}): ${line}`).join('\n'));
		expect(notDriven).toEqual([]);
		expect(wrongRequests).toEqual([]);
		expect((100 * answers.done) / answers.of).toBeGreaterThanOrEqual(LEAST_ANSWERS);
		if (only) return;
		const walked = await walk(generation);
		const reached = new Set([...verdict.succeeded, ...walked.succeeded]);
		expect(walked.routes.filter((route) => !reached.has(route))).toEqual([]);
	}, 3_600_000);
}
