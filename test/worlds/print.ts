import type { History, Violation } from './history';
import type { Plan } from './plan';

/* A world's history in readable form: one line per event, in order. */

/** Maximum number of printed lines. */
const MOST_LINES = 160;

const at = (ms: number) => `${(ms / 1000).toFixed(3).padStart(10)} s`;

/** The events of a world and its violations. */
export function printed(plan: Plan, history: History, violations: Violation[]): string {
	const { account, processes, isShared, isSeen, heedsAborts, service, login } = plan;
	const begin = [
		`${processes.length} processes, ${isShared ? 'limits shared over a Redis' : 'no Redis'}, ${account.kind} account${account.mfa === 'totp' ? ' with an authenticator' : ''}${account.isRight ? '' : ', wrong in the credential'}`,
		`errors ${isSeen ? 'say' : 'do not say'} how far a request came; what sends ${heedsAborts ? 'heeds' : 'does not heed'} aborts`,
		`fates until ${at(service.until).trim()}: ${words(service.fates)}; logins until ${at(login.until).trim()}: ${words(login.fates)}`,
	];
	const wrong = violations.map(({ rule, what }) => `WRONG: ${rule}: ${what}`);
	const lines = linesOf(history);
	const shown = lines.slice(0, MOST_LINES);
	const rest = lines.length - shown.length;
	return [...begin, ...shown, ...(rest > 0 ? [`… and ${rest} more`] : []), ...wrong].join('\n');
}

const words = (weights: object) => {
	const all = Object.entries(weights) as Array<[string, number]>;
	const sum = all.reduce((total, [, weight]) => total + weight, 0);
	return all.map(([name, weight]) => `${name} ${Math.round((weight / sum) * 100)} %`).join(', ');
};

function linesOf(history: History): string[] {
	const { told, runs, sent, received, logins, troubles, tokensLost, incidents } = history;
	const lines: Array<[number, string]> = [];
	const say = (when: number | undefined, text: string) => {
		if (when !== undefined) lines.push([when, `${at(when)}  ${text}`]);
	};
	for (const run of runs) {
		say(run.startedAt, `process ${run.process}: run ${run.name} begins`);
		say(run.cancelledAt, `process ${run.process}: run ${run.name} is cancelled`);
	}
	for (const { ref, process, effect, lane, startedAt, endedAt, verdict, said } of told) {
		say(startedAt, `process ${process}: ${ref} (${effect}, ${lane}) is asked for`);
		say(endedAt, `process ${process}: ${ref} is told: ${verdict}${said ? `: ${said}` : ''}`);
	}
	for (const { ref, process, at: when } of sent) say(when, `process ${process}: ${ref} is sent`);
	for (const { ref, from, to, appliedAt, fate } of received) {
		const works = to > from ? `, works until ${at(to).trim()}` : '';
		say(from, `service: ${ref} arrives: ${fate}${works}`);
		say(appliedAt, `service: ${ref} is applied`);
	}
	for (const { at: when, process, how, status, why } of logins) {
		say(when, `service: login of process ${process} by ${how}: ${status} (${why})`);
	}
	for (const { at: when, kind, process, ms } of troubles) {
		const whose = process === undefined ? '' : ` of process ${process}`;
		say(when, `world: ${kind}${whose}${ms === undefined ? '' : ` (${(ms / 1000).toFixed(1)} s)`}`);
	}
	for (const { at: when, why } of tokensLost) say(when, `service: a session is ${why}`);
	for (const { at: when, what } of incidents) say(when, `INCIDENT: ${what}`);
	return lines.sort(([a], [b]) => a - b).map(([, line]) => line);
}
