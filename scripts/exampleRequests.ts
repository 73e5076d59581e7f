import { askBy, performBy } from '../src/client/ask';
import type {
	Call,
	Field,
	Input,
	Json,
	LookupName,
	Operation,
	RequestParts,
} from '../src/operations/define';
import { checkInput, schemaOf } from '../src/operations/checks';
import { wirePart } from '../src/operations/request';

/** The day of the examples, so that the page is the same every day. */
const NOW = Date.parse('2026-06-15T00:00:00Z');

const PICKED: Record<LookupName, number> = {
	endpoint: 10001,
	ipAddressSpace: 301,
	operator: 501,
	serviceProfile: 101,
	sim: 7,
	tag: 401,
	tagColor: 3,
	dataStream: 1,
	euicc: 12,
	euiccAction: 1,
	simOperationAction: 1,
	eventType: 19,
	ratType: 6,
	service: 38,
	tariffProfile: 201,
	workspace: 1002,
};

/** A value a person could give; its kind decides where nothing better is known. */
function exampleOf(field: Field): unknown {
	if (field.example !== undefined) return field.example;
	const { control: c, placeholder, default: standard } = field;
	switch (c.kind) {
		case 'locator':
			return PICKED[c.lookup];
		case 'picks':
			return [PICKED[c.lookup]];
		case 'dateTime':
			return '2026-12-31T00:00:00Z';
		case 'choice':
			return c.several ? [c.choices[0]?.value] : standard;
		case 'number':
		case 'flag':
			return standard;
		default:
			return placeholder ?? (schemaOf(field).safeParse('17').success ? '17' : '123456');
	}
}

/** Form values of an operation: what it needs, and one field to change where it needs one. */
export function exampleValues(operation: Operation): Json {
	const values: Json = {};
	for (const [name, field] of Object.entries(operation.fields)) {
		const isShown = Object.entries(field.showWhen ?? {}).every(([other, allowed]) =>
			allowed.includes(values[other]),
		);
		if (field.group === undefined && isShown) values[name] = exampleOf(field);
	}
	if (operation.fields.name?.group === 'updateFields') values.name = 'pump-17';
	return values;
}

/** What the service could answer, so that an entry with several requests goes on. */
const ANSWER: Json = {
	id: 1,
	iccid: '8988303000000000017',
	quantity: 3,
	volume: 40,
	expiry_date: '2026-12-31T00:00:00Z',
	threshold_percentage: 20,
	status: { id: 1 },
};

/** The requests an operation makes for values of its form; it sends nothing. */
export async function requestsOf(operation: Operation, values: Json): Promise<RequestParts[]> {
	const input: Input = checkInput(operation, values, { now: NOW });
	const requests: RequestParts[] = [];
	const send: Call['send'] = async (parts) => {
		requests.push(parts);
		return {
			status: 200,
			headers: {},
			body: parts.method === 'GET' && isList(parts) ? [] : ANSWER,
		};
	};
	const call: Call = {
		...askBy(operation, send),
		env: { now: NOW },
		login: {
			identity: async () => ({ organisationId: 1001, userId: 11 }),
			passwordHash: () => '<SHA-1 of the password>',
			requestCode: async () => {
				requests.push(login({ username: '…', password: '<SHA-1>' }));
				return 'sent';
			},
			verifyCode: async (code) => {
				requests.push(login({ mfa_token: '…', code, trusted_device: { fingerprint: '…' } }));
			},
		},
		send,
		endpoints: async () => new Map(),
		sims: async (ids) => new Map(ids.map((id) => [id, { id }])),
		messageReference: () => 0,
		wait: async () => {},
		exclusively: async (_, job) => await job(),
	};
	if (operation.bulk) {
		const part = (shared: boolean) => wirePart(operation, input, 'body', (is) => is === shared);
		await call.own({}, { body: operation.bulk.body(part(true), [part(false)]) });
	} else if (operation.result) {
		await call.own(input);
	} else {
		await performBy(call, operation, input);
	}
	return requests;
}

const isList = ({ path }: RequestParts) => !/quota|bic|\/\d+$/.test(path);
const login = (body: Json): RequestParts => ({
	method: 'POST',
	path: '/api/v1/authenticate',
	body,
});
