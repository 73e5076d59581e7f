import type { Json } from '../../../../src/wire';
import { limitsNamed, LimitsSeen } from '../../../../src/features/accountCheck/limits';
import { misfitsOf } from '../../../../src/features/accountCheck/compare';
import type { AnswerForm, AnswerPlace } from '../../../../src/features/accountCheck/forms';
import { tokenFindings } from '../../../../src/features/accountCheck/login';
import { EXPECTED } from '../../../../src/features/accountCheck/expected';
import { OTHER_USERS } from '../../../../src/features/accountCheck/breaks';
import { checkRequests } from '../../../../src/features/accountCheck/questions';
import { PICKER_LISTS } from '../../../../src/table/entries/pickerLists';
import { requestEntriesOf } from '../../../../src/table/chosenList';
import { jobs, operations } from '../../../../src/operations';
import { CellularIotError, InputError } from '../../../../src/errors';
import { noRedis } from '../../../../src/redis/errors';
import { NotSentError, RedirectError, serviceError } from '../../../../src/request/attempt/errors';
import { failureWords } from '../../../../src/features/accountCheck/failureWords';
import { meaningsIn, pageSizeIn } from '../../../../src/features/accountCheck/meanings';
import { LoginError } from '../../../../src/session/errors';
import { skewOf } from '../../../../src/features/accountCheck/clock';
import { formOfToken } from '../../../../src/session/tokens';
import { stub } from '../../../support/stub';

/** What the check is given: jobs are made of the requests of these. */
const single = operations.filter((operation) => !jobs.includes(operation));

/* Parts of the check that need no service. */

const place = (at: string, type: AnswerPlace['type'] = 'text'): AnswerPlace => ({
	at: at.split('|'),
	type,
	shows: [at],
	picked: false,
});
const formOf = (places: AnswerPlace[], ...optional: string[]): AnswerForm => ({
	places,
	outside: [],
	optional: new Set(optional),
	paged: false,
	mayBeNone: false,
});
const misfitsAsText = (entities: Json[], of: AnswerForm) =>
	misfitsOf(entities, of).map(({ kind, place: at, found }) =>
		[kind, at, found].filter(Boolean).join(' '),
	);

test.each([
	['as expected', { a: 'x' }, []],
	['null', { a: null }, []],
	['a number where text is expected, as in an ICCID', { a: 8 }, ['other type a a number']],
	['missing', { other: 1 }, ['missing a']],
])('compares a value that is %s', (_, entity, expected) => {
	expect(misfitsAsText([entity], formOf([place('a')]))).toEqual(expected);
});

test('takes the row of the total of the days, and no other word in place of a date', () => {
	const form = formOf([place('date', 'day')]);
	expect(misfitsAsText([{ date: '2026-03-01' }, { date: 'TOTAL' }], form)).toEqual([]);
	expect(misfitsAsText([{ date: 'yesterday' }], form)).toEqual(['other type date text']);
});

test.each([
	['another case', 'ip_address_space', { ipAddressSpace: 'x' }, 'ipAddressSpace'],
	['an added word', 'name', { display_name: 'x' }, 'display_name'],
	['a missing letter', 'last_updated', { lastUpdate: 'x' }, 'lastUpdate'],
	['moved out of an object', 'profile.name', { profile_name: 'x' }, 'profile_name'],
	['moved into an object', 'iccid', { card: { iccid: 'x' } }, 'card.iccid'],
])('detects a renamed field: %s', (_, old, entity, now) => {
	const [first = ''] = old.split('.');
	expect(misfitsAsText([entity], formOf([place(old)]))).toEqual([`renamed ${first} ${now}`]);
});

test.each([
	['a value of another type', 'name', { display_name: 7 }],
	['a name that holds a number', 'name', { name_8988303000000000007: 'x' }],
	['an address', 'mail', { 'mail@example.com': 'x' }],
	['a name that is expected elsewhere', 'name', { names: 'x' }],
])('does not treat %s as a rename', (_, old, entity) => {
	expect(misfitsAsText([entity], formOf([place(old), place('names|x', 'any')], 'names'))).toEqual([
		`missing ${old}`,
	]);
});

test('reports a field as missing only if no entry has it, and a missing object only once', () => {
	const of = formOf([place('sim.iccid'), place('sim.id', 'number')], 'sim');
	expect(misfitsAsText([{}, { sim: { iccid: '1', id: '7' } }], of)).toEqual([]);
	expect(misfitsAsText([{}, { sim: { id: 7 } }], of)).toEqual([]);
	expect(misfitsAsText([{ sim: { id: 7 } }], of)).toEqual(['missing sim.iccid']);
	expect(misfitsAsText([{ sim: 'x' }], of)).toEqual(['other type sim text']);
	const wanted = formOf([place('sim.iccid'), place('sim.id', 'number')]);
	expect(misfitsAsText([{ other: 1 }], wanted)).toEqual(['missing sim']);
});

test.each([
	[{ 'x-ratelimit-limit-second': '5' }, [[5, 1]]],
	[{ 'ratelimit-limit': '100', 'ratelimit-policy': '100;w=60' }, [[100], [100, 60]]],
	[
		{ 'ratelimit-policy': '"burst";q=5;w=1, "daily";q=9000;w=86400' },
		[
			[5, 1],
			[9000, 86400],
		],
	],
	[{ 'x-rate-limit-limit': 'many' }, []],
	[{ 'x-total-count': '5' }, []],
])('reads the limits in the headers %j', (headers, expected) => {
	const found = limitsNamed(stub<Record<string, string>>(headers));
	expect(found.map(({ limit, seconds }) => (seconds ? [limit, seconds] : [limit]))).toEqual(
		expected,
	);
});

test('recommends the rates of the headers for the credential', () => {
	const seen = new LimitsSeen();
	const heard = (headers: Record<string, string>) => ({
		answer: { status: 200, headers, body: [] },
		askedAt: 0,
		tookMs: 1,
	});
	seen.add('GET /api/v1/endpoint', 'list', heard({ 'x-ratelimit-limit-second': '4' }));
	seen.add('GET /api/v1/endpoint/7', 'single', heard({ 'x-ratelimit-limit-second': '400' }));
	seen.add('GET /api/v1/sim/7', 'single', heard({ 'x-ratelimit-limit-minute': '120' }));
	const advice = (own = {}) =>
		seen.advice(own).map(({ field, has, should }) => `${field}: ${has} to ${should}`);
	expect(advice()).toEqual(['Lists per Second: 10 to 4', 'Requests per Five Minutes: 2000 to 600']);
	expect(advice({ list: 4, single: 60, fiveMinutes: 600 })).toEqual([
		'Single Calls per Second: 60 to 400',
	]);
});

const jwt = (claims: object) =>
	['{"alg":"HS384"}', JSON.stringify(claims), 'x']
		.map((part) => Buffer.from(part).toString('base64url'))
		.join('.');
const DATES = { iat: 1_700_000_000, exp: 1_700_014_400 };

test.each([
	['flat', { ...DATES, 'esc.org': 1001 }, []],
	['nested', { ...DATES, esc: { org: 1001, user: 11 } }, []],
	['an id in text', { ...DATES, 'esc.org': '1001' }, []],
	['no organisation', DATES, ['no claim `esc.org`, neither flat nor inside `esc`']],
	['an end in text', { 'esc.org': 1, iat: DATES.iat, exp: 'soon' }, ['the claim `exp` is string']],
	['milliseconds', { 'esc.org': 1, iat: 1, exp: 1.7e12 }, ['`exp` is more than a year after']],
])('checks token claims: %s', (_, claims, expected) => {
	const { differences } = tokenFindings(formOfToken(jwt(claims)));
	expect(differences).toHaveLength(expected.length);
	expected.forEach((words, i) => expect(differences[i]?.what).toContain(words));
});

test('reports a token that is not a JWT and hides personal names in claims', () => {
	expect(tokenFindings(formOfToken('opaque-token')).differences[0]?.what).toMatch(/no JWT/);
	const tokenForm = formOfToken(
		jwt({ ...DATES, 'https://miller.example/role': 'Miller', 'esc.orgName': 'Miller farm' }),
	);
	expect(JSON.stringify(tokenForm)).not.toMatch(/miller/i);
});

const refused = (status: number) =>
	serviceError({ status, headers: {}, body: { message: 'Mrs Miller of Miller Farm' } });

test.each([
	[refused(500), 'the service answered 500'],
	[refused(429), 'the service answered 429 (too many requests) for as long as a run waits'],
	[new LoginError('noWorkspace', ' Miller Farm'), 'The service refused to switch to the workspace'],
	[new InputError('baseUrl', 'must be an address, got Miller'), 'baseUrl must be an address'],
	[
		new RedirectError('302 from https://a to https://Miller', 'refused'),
		'the service redirects to another address',
	],
	[
		noRedis({ where: 'miller:6379', trouble: undefined }),
		'the Redis of "Share Limits Across Workers" cannot be used: it could not be reached',
	],
	[
		new NotSentError('The service could not be reached: the host name is not known', ''),
		'The service could not be reached: the host name is not known',
	],
	[
		new NotSentError('The service could not be reached: Miller is not known', ''),
		'The service could not be reached',
	],
	[
		new CellularIotError('Mrs Miller may not', '', 'refused'),
		'it failed for a reason that this report does not show',
	],
	[new Error('Credential Miller'), 'it failed for a reason that this report does not show'],
])('says in words of this package why %s happened', (error, words) => {
	expect(failureWords(error)).toBe(words);
});

test.each([
	['100', 100, 250, 'a page holds 100 entries, although 1000 were asked for'],
	['1000', 1000, 5000, undefined],
	['all there are', 250, 250, undefined],
	['none', 0, 250, undefined],
])('reports a page of %s entries where there are more', (_, came, total, what) => {
	const [question] = checkRequests(single).filter(({ key }) => key === 'endpoint getAll');
	const answer = { status: 200, headers: { 'x-total-count': String(total) }, body: [] };
	const [found] = pageSizeIn(question!, answer, { asked: 1000, came });
	expect(found?.what.startsWith(what ?? '') && found.kind).toBe(what && 'paging');
});

test.each([
	['endpoint getAll', { sim: { iccid: '8988303000000000007', status: { id: 2 } } }, []],
	['endpoint getAll', { status: { id: 1, description: 'disabled' } }, []],
	['endpoint getAll', { status: { id: 0, description: 'Freigegeben' } }, []],
	['endpoint getAll', { status: { id: 1, description: 'Enabled' } }, ['`status.id` 1 means']],
	['lookup simStatuses', { id: 2, description: 'Activated' }, ['`id` 2 means Activated']],
	['usage getSummary', { last_month: { data: { traffic_type: { unit: 'GB' } } } }, ['is GB']],
	['usage getSummary', { last_month: { data: { traffic_type: '' } } }, []],
	['sim getAll', { iccid: '89883030-00000000007' }, ['`iccid` holds more than digits']],
])('compares what %s %j means with what is expected', (key, entry, found) => {
	const [question] = checkRequests(single).filter((request) => request.key === key);
	const told = meaningsIn(question!, [entry, entry]).map(({ what }) => what);
	expect(told).toHaveLength(found.length);
	for (const [index, words] of found.entries()) expect(told[index]).toContain(words);
});

test('a pending SMS has no difference, and a renamed field of one still has', () => {
	const [question] = checkRequests(single).filter(({ key }) => key === 'sms getAll');
	const pending = {
		id: 42,
		endpoint: { id: 17 },
		status: { id: 1, status: 'PENDING' },
		sms_type: { id: 1, description: 'MT' },
		payload: 'status?',
		submit_date: '2026-06-15T10:00:00.000+0000',
	};
	expect(misfitsAsText([pending], question!.form!)).toEqual([]);
	const { payload, ...rest } = pending;
	const renamed = { ...rest, payload_text: payload };
	expect(misfitsAsText([renamed], question!.form!)).toEqual(['renamed payload payload_text']);
});

test('measures the clock skew from the fastest answer', () => {
	const at = Date.parse('2026-06-15T12:00:00Z');
	const heard = (ms: number, aheadMs: number) => ({
		answer: { status: 200, headers: { date: new Date(at + aheadMs).toUTCString() }, body: [] },
		askedAt: at,
		tookMs: ms,
	});
	expect(skewOf([heard(9_000, 90_000), heard(100, 60_000)])).toEqual({
		aheadMs: 60_450,
		uncertainMs: 550,
	});
	expect(skewOf([])).toBeUndefined();
});

test('the expectations outside the table refer to reads that the check makes', () => {
	const asked = checkRequests(single);
	const reads = operations.flatMap(requestEntriesOf);
	const known = new Set(reads.map(({ resource, name }) => `${resource} ${name}`));
	const words = Object.entries(EXPECTED).flatMap(([key, text]) => [
		key,
		...[...text.matchAll(/=(\w+)\/(\w+)/g)].map(([, resource, name]) => `${resource} ${name}`),
	]);
	expect([...words, ...Object.keys(OTHER_USERS)].filter((key) => !known.has(key))).toEqual([]);
	const formless = asked.filter(({ key, form }) => key !== '' && form === undefined);
	console.log(
		`check: ${asked.length} questions, ${asked.length - formless.length} of them with an expected form`,
	);
	for (const { entry } of asked) expect(entry.request).toMatch(/^GET /);
	const picked = Object.values(PICKER_LISTS).flatMap(({ entry }) => entry?.request ?? []);
	expect(picked.filter((request) => !asked.some(({ entry }) => entry.request === request))).toEqual(
		[],
	);
	expect(new Set(asked.map(({ entry }) => entry.request)).size).toBe(asked.length);
});
