import { answerProblem, answeringRoute } from '../answers';
import { problemOf } from '../requests';
import type { Generation } from '../shapes/forms';
import type { Driven } from './drive';
import type { Target } from './forms';

/* The result of the runs, as figures and findings. */

/** `done` of `of` as required. */
export interface Share {
	done: number;
	of: number;
}
export interface Verdict {
	shares: Record<'operations' | 'choices' | 'switches' | 'modes' | 'lists' | 'fields', Share>;
	requests: Share;
	answers: Share;
	/** Targets that were not covered, with the failure. */
	notDriven: string[];
	wrongRequests: string[];
	wrongAnswers: string[];
	/** Routes with a successful answer. */
	succeeded: Set<string>;
}

/** Distinct findings with their number of occurrences. */
function counted(findings: string[]): string[] {
	const counts = new Map<string, number>();
	for (const finding of findings) counts.set(finding, (counts.get(finding) ?? 0) + 1);
	return [...counts].map(([finding, times]) =>
		times > 1 ? `${finding} (${times} times)` : finding,
	);
}

/** Requests of Account: Check that provoke refusals: no route accepts them. */
const isRefusedOnPurpose = ({ path, query }: Driven['exchanges'][number]): boolean =>
	path.endsWith('/no_such_path') || query.some(([, value]) => value.startsWith('no_such_field:'));

/** Compares all recorded traffic with the shapes. */
export function judge(all: Driven[], generation: Generation): Verdict {
	const targets = all.flatMap((driven) =>
		driven.targets.map((target) => ({ target, used: driven.used.has(target.label) })),
	);
	const share = (kind: Target['kind']): Share => {
		const own = targets.filter(({ target }) => target.kind === kind);
		return { done: own.filter(({ used }) => used).length, of: own.length };
	};
	const wrongRequests: string[] = [];
	const wrongAnswers: string[] = [];
	const succeeded = new Set<string>();
	let exchanges = 0;
	for (const { operation, exchanges: own } of all) {
		for (const exchange of own) {
			if (isRefusedOnPurpose(exchange)) continue;
			exchanges += 1;
			const { method, path, status } = exchange;
			const asked = problemOf(exchange);
			if (asked) wrongRequests.push(`${operation}: ${method} ${path}: ${asked}`);
			const route = answeringRoute(method, path);
			const answered = route
				? answerProblem(route, exchange, generation)
				: 'no answer of it is described: add it to the routes of its resource in test/operations';
			if (answered) wrongAnswers.push(`${route ?? `${method} ${path}`} ${status}: ${answered}`);
			if (route && status < 400) succeeded.add(route);
		}
	}
	const notDriven = all.flatMap(({ operation, targets: own, used, failures }) => {
		const missing = own.filter(({ label }) => !used.has(label));
		return [
			...failures,
			...missing
				.map(({ label }) => `${operation}: ${label}`)
				.filter((key) => !failures.some((failure) => failure.startsWith(`${key}:`))),
		];
	});
	return {
		shares: {
			operations: { done: all.filter(({ ran }) => ran).length, of: all.length },
			choices: share('choice'),
			switches: share('switch'),
			modes: share('mode'),
			lists: share('list'),
			fields: share('field'),
		},
		requests: { done: exchanges - wrongRequests.length, of: exchanges },
		answers: { done: exchanges - wrongAnswers.length, of: exchanges },
		notDriven,
		wrongRequests: counted(wrongRequests),
		wrongAnswers: counted(wrongAnswers),
		succeeded,
	};
}

/** `1368 of 1368`. */
export const shareText = ({ done, of }: Share) => `${done} of ${of}`;
export const percent = ({ done, of }: Share) => `${((100 * done) / of).toFixed(1)} %`;
