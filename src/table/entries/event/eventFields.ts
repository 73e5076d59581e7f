import { EventSource, EventType, Severity } from '../../../fleet/events';
import { RATS } from '../../../fleet/radio';
import { TrafficType } from '../../../fleet/traffic';
import type { Check, Json, Rule } from '../../define';
import * as f from '../../fields';
import {
	criteria,
	listOptions,
	naming,
	numberCriteria,
	tagFilter,
	unknownNames,
} from '../../filters';
import { at, extended, flat, type EntityKind, numeric } from '../../reading';
import { rule } from '../../rules';
import type { NumberKind } from '../../schemas';
import { asNumber, describeValue } from '../../values';

/* Filters of events, and how events are read. Source: public reference. */

/** Most values in one filter. */
export const MOST_FILTER_VALUES = 6;

/** By id, because the words differ between editions. */
const SEVERITIES: Record<number, string> = {
	[Severity.Info]: 'Info',
	[Severity.Warn]: 'Warn',
	[Severity.Critical]: 'Critical',
};
/** Password reset and user verification: their details contain secrets that give access. */
const SECRET_TYPES: readonly number[] = [
	EventType.PasswordResetRequested,
	EventType.UserVerificationRequested,
];
const SECRET_KEYS = ['activationKey', 'token'];

const eventNumbers = numeric(
	'user.id',
	'id',
	'event_type.id',
	'event_severity.id',
	'event_source.id',
	'endpoint.id',
	'sim.id',
	// A quota that is used up, and an opened session, have some as text.
	'detail.quota.volume',
	'detail.quota.threshold_percentage',
	'detail.quota.threshold_volume',
	'detail.volume.rx',
	'detail.volume.tx',
	'detail.volume.total',
	'detail.pdp_context.operator_id',
	'detail.pdp_context.tariff_id',
	'detail.pdp_context.tariff_profile_id',
	'detail.pdp_context.ratezone_id',
);
/** Events of SMS quotas; of others, volumes are MB. */
const SMS_QUOTA_TYPES: readonly number[] = [
	EventType.SmsQuotaThreshold,
	EventType.SmsQuotaUsedUp,
	EventType.SmsQuotaAssigned,
	EventType.SmsQuotaDeleted,
	EventType.SmsQuotaExpired,
];

/** An event with numbers as numbers and without its secrets; it says that they are left out. */
export function readEvent(entity: Json): Json {
	const event = eventNumbers(entity);
	const { detail } = event;
	const isSecret =
		SECRET_TYPES.includes(Number(at(event, 'event_type.id'))) ||
		SECRET_KEYS.some((key) => at(detail, key) !== undefined);
	if (!isSecret || detail === undefined || detail === null) return event;
	return {
		...event,
		detail: null,
		detail_removed: 'The detail holds a live secret and was left out.',
	};
}

const simpleEvent = flat(
	'id timestamp type_id=event_type.id type=event_type.description',
	'severity=event_severity.description source=event_source.description|event_source.name alert',
	'description endpoint_id=endpoint.id endpoint_name=endpoint.name imei=endpoint.imei',
	'sim_id=sim.id iccid=sim.iccid imsi=imsi.imsi user=user.username user_id=user.id',
	'user_name=user.name country=detail.country.name',
	'volume=detail.volume.total|detail.quota.volume detail',
);

/** The country of the network that a SIM was in, its operator, and how it was reached. */
export function networkOf(event: Json) {
	// The detail is the operator, with the session beside.
	const country = (at(event, 'detail.country') ?? null) as Json | null;
	const id = asNumber(at(event, 'detail.pdp_context.rat_type') ?? null);
	return {
		country,
		operator: country === null ? null : (at(event, 'detail.name') ?? null),
		rat: typeof id === 'number' ? { id, name: RATS[id] ?? `Type ${id}` } : null,
	};
}

/** The few fields most workflows use, flat. The rest of an SMS quota is a number of messages. */
export const simplifyEvent = extended(simpleEvent, (shown, event) => {
	const { volume, alert, detail, ...rest } = shown;
	const { operator, rat } = networkOf(event);
	const amount = volume === null || volume === '' ? null : Number(volume);
	const isSms =
		SMS_QUOTA_TYPES.includes(Number(rest.type_id)) ||
		Number(at(event, 'detail.quota.traffic_type.id')) === TrafficType.Sms;
	return {
		...rest,
		severity: SEVERITIES[Number(at(event, 'event_severity.id'))] ?? rest.severity,
		alert: alert === null ? null : alert === true || Number(alert) === 1,
		operator,
		rat: rat?.name ?? null,
		volume_mb: isSms ? null : amount,
		volume_sms: isSms ? amount : null,
		detail,
		...(event.detail_removed !== undefined && { detail_removed: event.detail_removed }),
	};
});

/** Where an event holds the IDs of its endpoint and SIM. */
export const EVENT_DEVICE = { endpoint_id: 'endpoint.id', sim_id: 'sim.id' };

export const eventKind: EntityKind = {
	read: readEvent,
	simple: simplifyEvent,
	device: EVENT_DEVICE,
};

/** A moment in whole seconds: the filter takes no fractions. */
const momentFilter = (label: string, hint: string) =>
	f.becoming(f.dateTime({ label, hint }), (v) => v.replace(/\.\d+Z$/, 'Z'));

/** The id of an event type; the list grows, so that any number is taken. 0 is Generic. */
export const typeId: Check<number> = (s) =>
	s.numberSchema('must be a whole number of 0 or more', (n) => Number.isSafeInteger(n) && n >= 0);
export const typeIds = f.list(
	{ label: 'Types', hint: '' },
	'must be a list of ids of event types',
	typeId,
);
const types = {
	...f.checkedBy(
		f.picks(
			{
				label: 'Types',
				hint: `Up to ${MOST_FILTER_VALUES}; an expression can give any IDs`,
			},
			'eventType',
		),
		(s) => s.noneOr(typeIds.schema(s)).transform((list) => list?.join('|')),
	),
	rule: 'must be a list of ids of event types',
};

const several = (label: string, hint: string) =>
	criteria(label, `${hint}; up to ${MOST_FILTER_VALUES}, joined by |`);
const severalNumbers = (kind: NumberKind, label: string, hint: string) =>
	f.checkedBy<string>(several(label, hint), (s) => s.criteriaSchema(kind));
const ipAddress = f.checkedBy<string>(
	f.text(
		{ label: 'IP Address', hint: 'IPv4 or IPv6, of the endpoint' },
		'must be an IPv4 or IPv6 address',
	),
	(s) => s.addressSchema,
);

const RAT_RULE = `must be types by name or ID, such as ${Object.values(RATS).join(', ')}`;
/** The id of a type, by which the service filters; the list grows, so that any number is taken. */
function ratId(text: string): string | undefined {
	const name = text.trim().toLowerCase();
	if (/^\d{1,9}$/.test(name)) return name;
	return Object.keys(RATS).find((id) => RATS[Number(id)]!.toLowerCase() === name);
}
const radioType = several('Radio Access Type', 'Name or ID, such as 4G or 6');
const radioTypes = {
	...f.checkedBy(radioType, (s) =>
		s.readSchema<string>((v, refuse) => {
			const ids = String(v).split('|').map(ratId);
			const isKnown = !ids.includes(undefined);
			return isKnown ? ids.join('|') : refuse(`${RAT_RULE}, got ${describeValue(v)}`);
		}),
	),
	rule: RAT_RULE,
};

export const eventFilters = f.inGroup('filters', {
	types: f.filter('type', types),
	from: f.filter('from', momentFilter('From', 'From this moment on; needs Until too')),
	until: f.filter('until', momentFilter('Until', 'Up to this moment; needs From too')),
	severity: f.filter.choice(
		'severity',
		{ label: 'Severity', hint: 'How serious the event is', saidOnce: true },
		{ Critical: Severity.Critical, Info: Severity.Info, Warn: Severity.Warn },
	),
	source: f.filter.choice(
		'source',
		{ label: 'Source', hint: 'What made the event' },
		{
			API: EventSource.Api,
			Network: EventSource.Network,
			'Policy Control': EventSource.PolicyControl,
		},
	),
	alert: f.filter.flag('alert', {
		label: 'Alert',
		hint: 'Whether to return only alerts, or only other events',
		default: true,
	}),
	description: f.filter('description', criteria('Description', 'Text of the event')),
	endpointName: f.filter('endpoint', naming('endpoint', several('Endpoint Name', 'Name'))),
	tags: tagFilter,
	ipAddress: f.filter('ip_address', ipAddress),
	imei: f.filter('imei', numberCriteria('imei', 'IMEI', 'Of the device')),
	imsi: f.filter('imsi', numberCriteria('imsi', 'IMSI', 'Of the SIM')),
	iccid: f.filter(
		'iccid',
		severalNumbers('iccidOrBeginning', 'ICCID', 'Of the SIM, or its beginning'),
	),
	iccidWithLuhn: f.filter(
		'iccid_with_luhn',
		severalNumbers('iccidOfCardOrBeginning', 'ICCID With Luhn', 'Of 20 digits'),
	),
	network: f.filter('network', naming('operator', several('Network', 'Name of an operator'))),
	rat: f.filter('rat', radioTypes),
	country: f.filter('country', naming('country', several('Country', 'Name'))),
	organisation: f.filter('organisation', criteria('Organisation', 'Name of the organisation')),
	user: f.filter('user', naming('user', criteria('User', 'User name'))),
});

export const eventFields = {
	...f.many,
	...eventFilters,
	...unknownNames,
	...listOptions({
		Alert: 'alert',
		'Endpoint Name': 'endpoint',
		ICCID: 'iccid',
		ID: 'id',
		IMSI: 'imsi',
		'IP Address': 'ip_address',
		Organisation: 'organisation',
		Severity: 'severity',
		Source: 'source',
		Tags: 'tags',
		Timestamp: 'timestamp',
		Type: 'type',
		'User ID': 'user',
	}),
};

const FILTERED_SEVERAL = [
	'types',
	'endpointName',
	'iccid',
	'iccidWithLuhn',
	'network',
	'rat',
	'country',
];

export const eventRules: Rule[] = [
	rule(`a filter holds at most ${MOST_FILTER_VALUES} values`, (input) => {
		const valuesOf = (name: string) => String(input[name] ?? '').split('|');
		const field = FILTERED_SEVERAL.find((name) => valuesOf(name).length > MOST_FILTER_VALUES);
		const must = `must hold at most ${MOST_FILTER_VALUES} values`;
		return field === undefined ? undefined : { field, rule: must };
	}),
	rule('{from} and {until} go together', ({ from, until }) =>
		(from === undefined) !== (until === undefined)
			? {
					field: from === undefined ? 'from' : 'until',
					rule: 'must be given too: {from} and {until} go together',
				}
			: undefined,
	),
];
