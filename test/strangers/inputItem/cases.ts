/*
 * Items before a picker of an endpoint or a SIM, and what has to be taken of them, by the page alone (docs/editor.md) and
 * by what is safe: an SMS to the wrong device costs money. `SIM1` to `SIM3` stand for the IDs of the SIMs of the
 * endpoints 10001 to 10003. Where the page says nothing, the case is `unsaid`.
 */

/** An item, and the ID that is to be taken, or a word of the refusal. */
export interface Case {
	name: string;
	picker: 'endpoint' | 'sim';
	item: Record<string, unknown>;
	expect: { id: number | string } | { refused: true; says: string };
	unsaid?: boolean;
}

export const cases: Case[] = [
	{
		name: 'an endpoint as the API lists it, from an HTTP Request node',
		picker: 'endpoint',
		item: {
			id: 10001,
			name: 'pump-north-01',
			status: {
				id: 0,
				description: 'Enabled',
			},
			created: '2025-06-01T08:00:00.000Z',
			last_updated: '2026-02-01T08:00:00.000Z',
			ip_address: '10.64.0.11',
			ip_address_space: {
				id: 501,
			},
			imei: '3577620830129501',
			imei_with_luhn: '357762083012950',
			imei_lock: false,
			service_profile: {
				id: 301,
				name: 'Default',
			},
			tariff_profile: {
				id: 401,
				name: 'Basic',
			},
			tags: 'lab,field',
			tag_assignments: [
				{
					id: 601,
					name: 'lab',
					tag_color: {
						id: 1,
					},
				},
			],
			sim: {
				id: 'SIM1',
				iccid: '8988303000000000017',
				iccid_with_luhn: '89883030000000000170',
				imsi: '295090000000017',
				msisdn: '423663000000017',
				status: {
					id: 1,
					description: 'Activated',
				},
				sim_profile_type: {
					id: 1,
				},
			},
			runtime_data: {
				msc: '491770000001',
				sgsn: '491770000002',
				sgsn_ip_address: '192.0.2.1',
			},
		},
		expect: {
			id: 10001,
		},
	},
	{
		name: 'the SIM of an endpoint as the API lists it',
		picker: 'sim',
		item: {
			id: 10002,
			name: 'pump-north-02',
			status: {
				id: 0,
				description: 'Enabled',
			},
			ip_address: '10.64.0.12',
			ip_address_space: {
				id: 501,
			},
			imei: null,
			imei_with_luhn: null,
			imei_lock: false,
			service_profile: {
				id: 301,
				name: 'Default',
			},
			tariff_profile: {
				id: 401,
				name: 'Basic',
			},
			tags: null,
			tag_assignments: [],
			sim: {
				id: 'SIM2',
				iccid: '8988303000000000025',
				imsi: '295090000000025',
				msisdn: '423663000000025',
				status: {
					id: 1,
					description: 'Activated',
				},
				sim_profile_type: {
					id: 1,
				},
			},
		},
		expect: {
			id: 'SIM2',
		},
	},
	{
		name: 'a flat row of an endpoint out of a Data Table, whose own row id is the ID of another device',
		picker: 'endpoint',
		item: {
			id: 10003,
			createdAt: '2026-03-01T02:00:00.000Z',
			updatedAt: '2026-03-01T02:00:00.000Z',
			endpoint_id: 10002,
			name: 'pump-north-02',
			status: 'Enabled',
			ip_address: '10.64.0.12',
			imei: '',
			service_profile: 'Default',
			tariff_profile: 'Basic',
			tags: 'lab,field',
			sim_id: 'SIM2',
			sim_iccid: '8988303000000000025',
		},
		expect: {
			id: 10002,
		},
	},
	{
		name: 'an endpoint in the simplified form: endpoint_id and id, profiles as names',
		picker: 'endpoint',
		item: {
			id: 10003,
			endpoint_id: 10003,
			name: 'valve-south-01',
			status: 'Enabled',
			ip_address: '10.64.0.13',
			imei: '3577620830129503',
			service_profile: 'Default',
			tariff_profile: 'Basic',
			tags: ['field'],
			sim_id: 'SIM3',
			iccid: '8988303000000000033',
		},
		expect: {
			id: 10003,
		},
	},
	{
		name: 'a SIM as the service lists it, on an endpoint',
		picker: 'sim',
		item: {
			id: 'SIM1',
			iccid: '8988303000000000017',
			iccid_with_luhn: '89883030000000000170',
			imsi: '295090000000017',
			msisdn: '423663000000017',
			status: {
				id: 1,
				description: 'Activated',
			},
			sim_profile_type: {
				id: 1,
			},
			endpoint: {
				id: 10001,
				name: 'pump-north-01',
			},
		},
		expect: {
			id: 'SIM1',
		},
	},
	{
		name: 'the endpoint of a SIM as the service lists it',
		picker: 'endpoint',
		item: {
			id: 'SIM2',
			iccid: '8988303000000000025',
			iccid_with_luhn: '89883030000000000250',
			imsi: '295090000000025',
			msisdn: '423663000000025',
			status: {
				id: 1,
				description: 'Activated',
			},
			sim_profile_type: {
				id: 1,
			},
			endpoint: {
				id: 10002,
				name: 'pump-north-02',
			},
		},
		expect: {
			id: 10002,
		},
	},
	{
		name: 'a SIM in stock, on no endpoint, whose own id is the ID of a device',
		picker: 'endpoint',
		item: {
			id: 10003,
			iccid: '8988303000000009992',
			imsi: '295090000009992',
			msisdn: '423663000009992',
			status: {
				id: 2,
				description: 'Suspended',
			},
			sim_profile_type: {
				id: 1,
			},
			endpoint: null,
		},
		expect: {
			refused: true,
			// Corrected: the refusal speaks of the endpoint that the SIM has not.
			says: 'endpoint is empty',
		},
	},
	{
		name: 'an event of the feed about a device and its SIM',
		picker: 'endpoint',
		item: {
			event: 'connection',
			id: 1000000000030001,
			timestamp: '2026-03-01T12:00:00.000Z',
			type_id: 5,
			type: 'Delete PDP Context',
			severity: 'Info',
			source: 'Network',
			alert: false,
			description: 'PDP context deleted',
			endpoint_id: 10001,
			endpoint_name: 'pump-north-01',
			imei: '3577620830129501',
			sim_id: 'SIM1',
			iccid: '8988303000000000017',
			country: 'Germany',
			operator: 'Vodafone',
			rat: 'NB-IoT',
			volume: 1.75,
			detail: {
				name: 'Vodafone',
			},
		},
		expect: {
			id: 10001,
		},
	},
	{
		name: 'an event that contains only the SIM, while an endpoint is wanted',
		picker: 'endpoint',
		item: {
			event: 'sim_life',
			id: 1000000000030002,
			timestamp: '2026-03-01T12:05:00.000Z',
			type_id: 8,
			type: 'SIM activation',
			severity: 'Info',
			source: 'Policy Control',
			alert: false,
			description: 'Status of SIM changed',
			sim_id: 'SIM1',
			iccid: '8988303000000000017',
		},
		expect: {
			refused: true,
			says: 'By ICCID',
		},
		unsaid: true,
	},
	{
		name: "the SIM of an event in the service's own form, whose own id is that of a device",
		picker: 'sim',
		item: {
			id: 10003,
			timestamp: '2026-03-01T12:00:00.000Z',
			alert: false,
			description: 'New location received from VLR',
			event_type: {
				id: 1,
				description: 'Update location',
			},
			event_source: {
				id: 0,
				description: 'Network',
			},
			event_severity: {
				id: 0,
				description: 'Info',
			},
			organisation: {
				id: 1001,
				name: 'Example',
			},
			endpoint: {
				id: 10002,
				name: 'pump-north-02',
				ip_address: '10.64.0.12',
			},
			sim: {
				id: 'SIM2',
				iccid: '8988303000000000025',
				msisdn: '423663000000025',
			},
			imsi: {
				id: 77,
				imsi: '295090000000025',
			},
			detail: {
				id: 3,
				name: 'Vodafone',
			},
		},
		expect: {
			id: 'SIM2',
		},
	},
	{
		name: "an SMS from a device; the message's own id is that of another device",
		picker: 'endpoint',
		item: {
			type: 'sms',
			id: 10002,
			text: 'Temperature 21.5 °C',
			payload: 'Temperature 21.5 °C',
			encoding: 'UCS-2',
			source_address: '423663000000017',
			dest_address: '12345',
			submit_date: '2026-03-01 12:00:00',
			submitted_at: '2026-03-01T12:00:00Z',
			endpoint: {
				id: 10001,
				name: 'pump-north-01',
			},
			organisation: {
				id: 1001,
			},
			complete: true,
			uncertain: false,
			authenticated: true,
		},
		expect: {
			id: 10001,
		},
	},
	{
		name: 'an SMS from a device, while a SIM is wanted: it names its endpoint and no SIM',
		picker: 'sim',
		item: {
			type: 'sms',
			id: 20011,
			text: 'low battery',
			payload: 'low battery',
			encoding: 'GSM 7-bit',
			source_address: '423663000000017',
			dest_address: '12345',
			submitted_at: '2026-03-01T12:00:00Z',
			endpoint: {
				id: 10001,
				name: 'pump-north-01',
			},
			organisation: {
				id: 1001,
			},
			complete: true,
			uncertain: false,
			authenticated: true,
		},
		expect: {
			refused: true,
			says: 'sim_id',
		},
		unsaid: true,
	},
	{
		name: "a row of a person's spreadsheet: their own number in id, beside an ICCID",
		picker: 'endpoint',
		item: {
			id: 10002,
			customer: 'Waterworks North',
			iccid: '8988303000000000017',
			site: 'Pump house 1',
			installed: '2025-06-01',
		},
		expect: {
			refused: true,
			says: 'By ICCID',
		},
	},
	{
		name: "a row of a person's database of cards: own id, ICCID and a status in the person's own words",
		picker: 'sim',
		item: {
			id: 'SIM2',
			iccid: '8988303000000000017',
			status: 'installed',
			site: 'Pump house 1',
		},
		expect: {
			refused: true,
			says: 'By ICCID',
		},
		unsaid: true,
	},
	{
		name: "a row of a person's table for new devices: own id, with columns for both profiles as text",
		picker: 'endpoint',
		item: {
			id: 10002,
			name: 'pump-north-01',
			iccid: '8988303000000000017',
			status: 'Enabled',
			service_profile: 'Default',
			tariff_profile: 'Basic',
			tags: 'lab,field',
		},
		expect: {
			refused: true,
			says: 'By ICCID',
		},
		unsaid: true,
	},
	{
		name: 'a row of a spreadsheet with a name only',
		picker: 'endpoint',
		item: {
			row_number: 2,
			name: 'pump-north-01',
		},
		expect: {
			refused: true,
			says: 'By Name',
		},
	},
	{
		name: 'endpoint_id as text, as a CSV file gives it',
		picker: 'endpoint',
		item: {
			endpoint_id: '10001',
			name: 'pump-north-01',
			message: 'reboot',
		},
		expect: {
			id: 10001,
		},
		unsaid: true,
	},
	{
		name: 'endpoint_id as text with blanks around the digits',
		picker: 'endpoint',
		item: {
			endpoint_id: ' 10003 ',
			message: 'reboot',
		},
		expect: {
			id: 10003,
		},
		unsaid: true,
	},
	{
		name: 'a row whose ICCID the spreadsheet has made a number, and so has rounded',
		picker: 'sim',
		item: {
			row_number: 3,
			customer: 'Waterworks North',
			iccid: 8988303000000000000,
		},
		expect: {
			refused: true,
			says: 'text',
		},
		unsaid: true,
	},
	{
		name: 'a spreadsheet row with an empty cell endpoint_id, beside its own id',
		picker: 'endpoint',
		item: {
			id: 10002,
			endpoint_id: '',
			name: 'pump-north-02',
			sim_id: '',
			message: 'reboot',
		},
		expect: {
			refused: true,
			says: 'endpoint_id',
		},
	},
	{
		name: 'a database row with endpoint_id null, joined with an endpoint object',
		picker: 'endpoint',
		item: {
			id: 88,
			endpoint_id: null,
			endpoint: {
				id: 10001,
				name: 'pump-north-01',
			},
			message: 'reboot',
		},
		expect: {
			refused: true,
			says: 'endpoint_id',
		},
	},
	{
		name: 'an SMS from one device merged with a row of another: endpoint.id and endpoint_id differ',
		picker: 'endpoint',
		item: {
			type: 'sms',
			id: 20012,
			text: 'help',
			endpoint: {
				id: 10001,
				name: 'pump-north-01',
			},
			endpoint_id: 10002,
			endpoint_name: 'pump-north-02',
		},
		expect: {
			refused: true,
			says: '10002',
		},
	},
	{
		name: "an endpoint merged with the SIM of another endpoint, by position: the SIM's id has replaced the endpoint's",
		picker: 'endpoint',
		item: {
			id: 'SIM2',
			name: 'pump-north-01',
			status: {
				id: 1,
				description: 'Activated',
			},
			ip_address: '10.64.0.11',
			ip_address_space: {
				id: 501,
			},
			imei_lock: false,
			service_profile: {
				id: 301,
				name: 'Default',
			},
			tariff_profile: {
				id: 401,
				name: 'Basic',
			},
			sim: {
				id: 'SIM1',
				iccid: '8988303000000000017',
				status: {
					id: 1,
					description: 'Activated',
				},
			},
			iccid: '8988303000000000025',
			imsi: '295090000000025',
			msisdn: '423663000000025',
			endpoint: {
				id: 10002,
				name: 'pump-north-02',
			},
		},
		expect: {
			refused: true,
			says: 'By ID',
		},
	},
	{
		name: "two endpoints merged: the service's own form of one, with the endpoint_id of the other",
		picker: 'endpoint',
		item: {
			id: 10002,
			endpoint_id: 10001,
			name: 'pump-north-02',
			status: {
				id: 0,
				description: 'Enabled',
			},
			imei_lock: false,
			service_profile: {
				id: 301,
				name: 'Default',
			},
			tariff_profile: {
				id: 401,
				name: 'Basic',
			},
			tag_assignments: [],
			sim: {
				id: 'SIM2',
				iccid: '8988303000000000025',
				status: {
					id: 1,
					description: 'Activated',
				},
			},
		},
		expect: {
			refused: true,
			says: 'endpoint_id',
		},
		unsaid: true,
	},
	{
		name: 'an item with two SIMs: sim_id and sim.id differ',
		picker: 'sim',
		item: {
			event: 'connection',
			id: 1000000000030003,
			endpoint_id: 10001,
			sim_id: 'SIM1',
			sim: {
				id: 'SIM2',
				iccid: '8988303000000000025',
			},
		},
		expect: {
			refused: true,
			says: 'sim_id',
		},
	},
	{
		name: "a sample of a trigger's test run: every ID is 0",
		picker: 'endpoint',
		item: {
			event: 'exhausted',
			quota_type: 'sms',
			reason: 'Quota status changed from ACTIVE to EXHAUSTED',
			endpoint: {
				id: 0,
				name: 'sample-device',
			},
			previous_status: 'ACTIVE',
			status: 'EXHAUSTED',
			quota: {
				volume: 0,
				threshold_volume: 20,
				status: {
					id: 2,
				},
			},
			observed_at: '2026-03-01T12:00:00.000Z',
			source: 'status',
			sample: true,
		},
		expect: {
			refused: true,
			says: 'sample',
		},
	},
	{
		name: 'a negative endpoint_id',
		picker: 'endpoint',
		item: {
			endpoint_id: -10001,
			message: 'reboot',
		},
		expect: {
			refused: true,
			says: 'endpoint_id',
		},
		unsaid: true,
	},
	{
		name: 'an endpoint_id with decimals',
		picker: 'endpoint',
		item: {
			endpoint_id: 10001.5,
			message: 'reboot',
		},
		expect: {
			refused: true,
			says: 'endpoint_id',
		},
		unsaid: true,
	},
	{
		name: 'an empty item, as a Manual Trigger gives it',
		picker: 'endpoint',
		item: {},
		expect: {
			refused: true,
			says: 'endpoint_id',
		},
	},
	{
		name: 'a list in endpoint_id, as an Aggregate node makes it',
		picker: 'endpoint',
		item: {
			endpoint_id: [10001, 10002],
			message: ['reboot', 'reboot'],
		},
		expect: {
			refused: true,
			says: 'endpoint_id',
		},
		unsaid: true,
	},
	{
		name: 'a usage record of the stream, while a SIM is wanted: an ICCID and no sim_id',
		picker: 'sim',
		item: {
			record: 'usage',
			id: 710000000000101,
			traffic: 'data',
			start: '2026-03-01T12:00:05.000Z',
			end: '2026-03-01T12:00:50.000Z',
			sent: 0.025,
			received: 0.15,
			volume: 0.175,
			cost: 0.00175,
			endpoint_id: 10001,
			endpoint_name: 'pump-north-01',
			iccid: '8988303000000000017',
			operator: 'Northern Mobile',
			country: 'Germany',
		},
		expect: {
			refused: true,
			says: 'By ICCID',
		},
		unsaid: true,
	},
	{
		name: 'a day of usage as the API gives it, which names no device',
		picker: 'endpoint',
		item: {
			date: '2026-03-01',
			data: {
				volume: '1.750000',
				volume_tx: '0.250000',
				volume_rx: '1.500000',
				traffic_type: {
					id: 5,
					description: 'Data',
					unit: 'MB',
				},
				currency: {
					id: 1,
					code: 'EUR',
					symbol: '€',
				},
			},
			sms: {
				volume: '2',
				volume_tx: '1',
				volume_rx: '1',
				traffic_type: {
					id: 6,
					description: 'SMS',
					unit: 'SMS',
				},
				currency: {
					id: 1,
					code: 'EUR',
					symbol: '€',
				},
			},
		},
		expect: {
			refused: true,
			says: 'endpoint_id',
		},
	},
	{
		name: 'an SMS quota as the API gives it, with an id and a status of its own and no device',
		picker: 'endpoint',
		item: {
			id: 10001,
			volume: 12,
			last_volume_added: 100,
			expiry_date: '2026-12-31T23:59:59.000Z',
			threshold_percentage: 20,
			threshold_volume: 20,
			status: {
				id: 1,
				description: 'ACTIVE',
			},
			auto_refill: false,
			action_on_exhaustion: {
				id: 1,
				description: 'Block',
			},
		},
		expect: {
			refused: true,
			says: 'endpoint_id',
		},
	},
	{
		name: 'a quota event of the feed whose endpoint could not be found: endpoint.id is null',
		picker: 'endpoint',
		item: {
			event: 'exhausted',
			quota_type: 'data',
			reason: 'Data quota used up',
			endpoint: {
				id: null,
				name: null,
			},
			status: 'EXHAUSTED',
			occurred_at: '2026-03-01T12:00:00.000Z',
			observed_at: '2026-03-01T12:01:00.000Z',
			event_id: 10002,
			source: 'event_feed',
		},
		expect: {
			refused: true,
			says: 'endpoint.id',
		},
		unsaid: true,
	},
	{
		name: 'a tag, whose id and name look like those of a device',
		picker: 'endpoint',
		item: {
			id: 10001,
			name: 'pump-north',
			tag_color: {
				id: 1,
			},
		},
		expect: {
			refused: true,
			says: 'endpoint_id',
		},
	},
	{
		name: 'a service profile, whose id is the ID of a device',
		picker: 'endpoint',
		item: {
			id: 10002,
			name: 'Default',
			description: 'All networks',
			used_count: 12,
			api_callback: {
				id: 9,
				url: 'https://n8n.example.com/webhook/sms',
			},
		},
		expect: {
			refused: true,
			says: 'endpoint_id',
		},
	},
	{
		name: 'an endpoint that has no SIM, while a SIM is wanted',
		picker: 'sim',
		item: {
			id: 10003,
			name: 'valve-south-01',
			status: {
				id: 0,
				description: 'Enabled',
			},
			ip_address: '10.64.0.13',
			ip_address_space: {
				id: 501,
			},
			imei_lock: false,
			service_profile: {
				id: 301,
				name: 'Default',
			},
			tariff_profile: {
				id: 401,
				name: 'Basic',
			},
			tags: '',
			tag_assignments: [],
			sim: null,
		},
		expect: {
			refused: true,
			says: 'no SIM',
		},
	},
	{
		name: 'a ticket of a help desk, whose number is the ID of a device',
		picker: 'endpoint',
		item: {
			id: 10003,
			subject: 'Pump does not answer',
			status: 'open',
			priority: 2,
			requester: {
				id: 55,
				name: 'A. Person',
				email: 'person@example.com',
			},
			tags: ['pump'],
			created_at: '2026-03-01T12:00:00Z',
		},
		expect: {
			refused: true,
			says: 'endpoint_id',
		},
	},
	{
		name: 'an extension of a traffic limit: its own id is that of another device',
		picker: 'endpoint',
		item: {
			id: 10002,
			endpoint_id: 10001,
			traffic_limit_id: 10003,
			volume: 50,
			expiration_date: '2026-03-31T23:59:59.000Z',
			created_at: '2026-03-01T12:00:00.000Z',
		},
		expect: {
			id: 10001,
		},
	},
	{
		name: 'an entry that Only What Changed returns as removed, with its id alone',
		picker: 'endpoint',
		item: {
			change: 'removed',
			id: 10003,
		},
		expect: {
			refused: true,
			says: 'By ID',
		},
	},
];
