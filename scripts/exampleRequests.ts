import { askBy, performBy } from '../src/run/ask';
import { Client, type SingleFeature } from '../src/run/client';
import type { ClientPorts } from '../src/run/clientPorts';
import { PICKER_LISTS } from '../src/table/entries/pickerLists';
import { checkInput, schemaOf } from '../src/table/checks';
import { chosenList } from '../src/table/chosenList';
import type {
	Call,
	Field,
	Input,
	Json,
	LookupName,
	Operation,
	RequestParts,
} from '../src/table/define';
import { wirePart } from '../src/table/request';

/** The fixed date of the examples, so that the page does not change every day. */
const NOW = Date.parse('2026-06-15T00:00:00Z');

const PICKED: Record<LookupName, number> = {
	endpoint: 10001,
	ipAddressSpace: 301,
	dns: 4,
	breakoutRegion: 2,
	smsInterface: 1,
	smsLimit: 2,
	callback: 5,
	callbackSecret: 6,
	inclusiveVolume: 1,
	product: 1,
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
	automation: 1,
	automationAction: 1,
	automationEvent: 1,
	automationStatus: 1,
	customEvent: 1,
	customEventTemplate: 1,
	systemEvent: 1,
	applicationToken: 12,
	user: 12,
	userRole: 2,
};

/** A plausible value of a field, by its kind unless a better one is known. */
function exampleOf(field: Field): unknown {
	if (field.example !== undefined) return field.example;
	const { control: c, placeholder } = field;
	const standard = field.default;
	switch (c.kind) {
		case 'locator':
		case 'dropdown':
			return PICKED[c.lookup];
		case 'picks':
			return [PICKED[c.lookup]];
		case 'dateTime':
			return '2026-12-31T00:00:00Z';
		case 'choice':
			return c.several ? [c.choices[0]?.value] : standard;
		case 'itemField':
			return undefined;
		case 'number':
		case 'flag':
		case 'mapper':
			return standard;
		default:
			return placeholder ?? (schemaOf(field).safeParse('17').success ? '17' : '123456');
	}
}

/** Form values of an operation: required fields, given fields, and a field to change if needed. */
export function exampleValues(operation: Operation, given: Json = {}): Json {
	const values: Json = { ...given };
	for (const [name, field] of Object.entries(operation.fields)) {
		const isShown = Object.entries(field.showWhen ?? {}).every(([other, allowed]) =>
			allowed.includes(values[other]),
		);
		if (field.group === undefined && isShown) values[name] ??= exampleOf(field);
	}
	const { name } = operation.fields;
	if (name?.group === 'updateFields' || name?.group === 'identity') {
		values.name = name.example ?? 'pump-17';
	}
	return values;
}

/** A plausible answer of the service, so that an entry with several requests continues. */
const ANSWER: Json = {
	id: 1,
	iccid: '8988303000000000017',
	username: 'jane@example.com',
	application_token: '(the token)',
	quantity: 3,
	volume: 40,
	expiry_date: '2026-12-31T00:00:00Z',
	threshold_percentage: 20,
	number_of_executions: 1,
	apply_data_quota: false,
	apply_sms_quota: false,
	status: { id: 1 },
};

/** The requests of an operation for given form values; nothing is sent. */
export async function requestsOf(shown: Operation, values: Json): Promise<RequestParts[]> {
	const input: Input = checkInput(shown, values, { now: NOW });
	const operation = chosenList(shown, input);
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
		note: () => {},
		login: {
			tokenForm: async () => ({ claims: {}, names: { organisation: true, user: true } }),
			ownRates: () => ({}),
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
		once: async (_, job) => await job(),
		entries: async (lookup) => {
			await call.other(PICKER_LISTS[lookup].entry!, {});
			return lookup === 'euiccAction' ? [{ id: 1, description: 'enable_profile' }] : [];
		},
		endpoints: async () => new Map(),
		find: async () => new Map(),
		sims: async (ids) => new Map(ids.map((id) => [id, { id }])),
		messageReference: () => 0,
		suffix: () => '1f0c9a2b',
		wait: async () => {},
		exclusively: async (_, job) => await job(),
	};
	if (operation.bulk) {
		const part = (shared: boolean) => wirePart(operation, input, 'body', (is) => is === shared);
		await call.own({}, { body: operation.bulk.body(part(true), [part(false)]) });
	} else if (operation.itemsAreRows) {
		await call.own({}, { body: [wirePart(operation, input, 'body', () => true)] });
	} else if (operation.resource === 'account') {
		// The check asks for everything; this is its first request.
		requests.push({ method: 'GET', path: '/api/v1/endpoint', query: { page: 1, per_page: 1 } });
	} else if (isSingle(operation)) {
		await operation.perform(NO_CLIENT, input, call);
	} else if (operation.result) {
		await call.own(input);
	} else {
		await performBy(call, operation, input);
	}
	return requests;
}

const isSingle = (operation: Operation): operation is Operation & SingleFeature =>
	'perform' in operation;
/** For the features that are shown, which send by their call alone: its ports are not used. */
const NO_CLIENT = new Client({} as ClientPorts);

const isList = ({ path }: RequestParts) => !/quota|bic|\/[\w-]*\d$/.test(path);
const login = (body: Json): RequestParts => ({
	method: 'POST',
	path: '/api/v1/authenticate',
	body,
});
