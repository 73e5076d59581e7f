import type { Field, Json } from '../../define';
import * as f from '../../fields';
import { at, flat, type EntityKind } from '../../reading';
import { typeId } from '../event/eventFields';

/* Streams that push usage or events to a destination. Source: public reference. */

/** Tolerant: samples have ids such as `"1,"`. */
const leadingId = (value: unknown): unknown => {
	const n = Number.parseInt(String(value), 10);
	return Number.isNaN(n) ? value : n;
};

const STREAM_REFERENCES = ['data_stream_type', 'status', 'relation_resolution'];

/** The id of a stream is text. Headers come masked, and stay so. */
export const stream: EntityKind = {
	read: (entity: Json) => ({
		...entity,
		id: String(entity.id),
		...Object.fromEntries(
			STREAM_REFERENCES.filter((key) => at(entity, `${key}.id`) !== undefined).map((key) => [
				key,
				{ ...(entity[key] as Json), id: leadingId(at(entity, `${key}.id`)) },
			]),
		),
	}),
	simple: flat(
		'id name type=data_stream_type.description|data_stream_type.id',
		'connection_type=destination.connection_type url=destination.credentials.url',
		'status=status.description|status.id status_id=status.id filters',
	),
};

export const dataStreamId: Field<string> = f.path(
	f.pick(
		{ label: 'Data Stream', hint: 'The data stream to work on', example: '0a1b2c3d' },
		'dataStream',
		f.idsOfText('must be the ID of a data stream: letters, digits, dashes', (v) =>
			/^[\w-]{1,64}$/.test(v),
		),
	),
);

const DESTINATION_TYPES = [
	'AwsKinesis',
	'Datadog',
	'EventHubs',
	'KeenIO',
	'PubSub',
	'RestAPI',
	'S3',
];

const DATADOG_SITES = ['EU', 'US', 'US1FED', 'US3'];
const METHODS = ['PATCH', 'POST', 'PUT'];

/** A name and a value on one line, as `name:value`. */
const isHeader = (line: string) => /^[\w!#$%&'*+.^`|~-]+:\S[^\r\n]*$/.test(line);

const choiceOf = (look: Parameters<typeof f.choice>[0], values: string[]) =>
	f.choice(
		look,
		values.map((value) => ({ name: value, value })),
	);

/** Fields of the credentials of one type of destination, shown where that is chosen. */
function credentialsOf(type: string, shown: Record<string, unknown[]>) {
	const showWhen = { ...shown, connectionType: [type] };
	const place = (key: string) => `destination.credentials.${key}`;
	return {
		showWhen,
		text: (key: string, label: string, hint: string, secret = false) =>
			f.body.givenText(place(key), { label, hint, showWhen }, secret ? { secret } : {}),
		size: (
			key: string,
			label: string,
			hint: string,
			[min, max, usual]: [min: number, max: number, usual: number],
		) => f.body.number(place(key), { label, hint, default: usual, showWhen }, { min, max }),
		choice: (key: string, label: string, hint: string, usual: string, values: string[]) =>
			f.body(place(key), choiceOf({ label, hint, default: usual, showWhen }, values)),
	};
}

/** A destination in full. A destination that was read is masked and must not be written back. */
export function destinationFields(shown: Record<string, unknown[]> = {}) {
	const rest = credentialsOf('RestAPI', shown);
	const kinesis = credentialsOf('AwsKinesis', shown);
	const s3 = credentialsOf('S3', shown);
	const keen = credentialsOf('KeenIO', shown);
	const datadog = credentialsOf('Datadog', shown);
	const eventHubs = credentialsOf('EventHubs', shown);
	const pubSub = credentialsOf('PubSub', shown);
	const https = rest.text('url', 'URL', 'Where the records go; https with a public certificate');
	return {
		connectionType: f.body(
			'destination.connection_type',
			choiceOf(
				{ label: 'Destination', hint: 'Where the records go', default: 'RestAPI', showWhen: shown },
				DESTINATION_TYPES,
			),
		),
		url: {
			...f.checkedBy(https, (s) =>
				s.textSchema('must be an https address', (v) => /^https:\/\/[^\s/]+/.test(v)),
			),
			placeholder: 'https://example.com/stream',
			rule: 'must be an https address',
		},
		method: rest.choice('method', 'Method', 'Method of the requests', 'POST', METHODS),
		headers: {
			...f.checkedBy(
				f.body.text('destination.credentials.headers', {
					label: 'Headers',
					hint: 'Lines of name:value; a long random value in one is the only proof of who sends',
					placeholder: 'Authorization:Bearer example',
					showWhen: rest.showWhen,
				}),
				(s) =>
					s.partsSchema(
						['\n', 'must be lines of name:value'],
						[isHeader, 'must be lines of name:value, without a blank after the colon'],
					),
			),
			control: { kind: 'text', secret: true } as const,
		},
		size: rest.size(
			'size',
			'Records per Request',
			'With 1, the body is a single object',
			[1, 10000, 500],
		),
		region: kinesis.text('region', 'Region', 'Region of the stream'),
		streamName: kinesis.text('stream_name', 'Stream Name', 'Name of the Kinesis stream'),
		roleArn: kinesis.text('role_arn', 'Role ARN', 'Role that may write'),
		bucketRegion: s3.text('region', 'Bucket Region', 'Region of the bucket'),
		bucketName: s3.text('bucket_name', 'Bucket Name', 'Name of the bucket'),
		bucketRole: s3.text('role_arn', 'Bucket Role ARN', 'Role that may write'),
		flushSize: s3.size(
			'flush_size',
			'Records per File',
			'Records in a file',
			[10, 100_000, 10_000],
		),
		rotateInterval: s3.size(
			'rotate_interval',
			'Rotate Interval',
			'Milliseconds until a new file',
			[10_000, 900_000, 10_000],
		),
		projectId: keen.text('project_id', 'Project ID', 'Project in KeenIO'),
		writeKey: keen.text('write_key', 'Write Key', 'Key that may write', true),
		collectionName: keen.text('collection_name', 'Collection Name', 'Name of the collection'),
		collectionSize: keen.size('size', 'Batch Size', 'Records in a request', [1, 10000, 500]),
		apiKey: datadog.text('api_key', 'API Key', 'Key of the Datadog account', true),
		site: datadog.choice('region', 'Site', 'Site of the account', 'EU', DATADOG_SITES),
		connectionString: eventHubs.text(
			'connection_string',
			'Connection String',
			'Of the event hub',
			true,
		),
		topic: pubSub.text('cps_topic', 'Topic', 'Topic to publish to'),
		project: pubSub.text('cps_project', 'Project', 'Project of the topic'),
		format: f.body.choice(
			'destination.format',
			{ label: 'Format', hint: 'Format of the files', default: 'Json', showWhen: s3.showWhen },
			{ CSV: 'Csv', JSON: 'Json' },
		),
	};
}

/** Filters of an events stream. */
export const filterFields = {
	eventTypeIds: f.narrowing(
		f.body(
			'filters',
			f.picks(
				{ label: 'Event Types', hint: 'Only events of these types; must not be empty' },
				'eventType',
				typeId,
			),
		),
	),
	alertsOnly: f.narrowing(
		f.body.flag('filters', {
			label: 'Only Alerts',
			hint: 'Whether to send only events that are alerts',
		}),
	),
};

/** The filters of a stream; undefined when none is given, an empty list to remove all. */
export function filtersOf(input: {
	eventTypeIds?: number[] | undefined;
	alertsOnly?: boolean | undefined;
}): Json[] | undefined {
	const { eventTypeIds, alertsOnly } = input;
	if (eventTypeIds === undefined && alertsOnly === undefined) return undefined;
	return [
		...(eventTypeIds?.length ? [{ field: 'event_type_id', value: eventTypeIds }] : []),
		...(alertsOnly ? [{ field: 'alert', value: true }] : []),
	];
}
