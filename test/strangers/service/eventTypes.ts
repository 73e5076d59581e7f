import type { Operator } from './state';
import { operatorOnly, operatorWithCodes } from './forms';

/*
 * Types of events with the source, severity and alert that they have, and details as the service sends them.
 */

export const SEVERITIES: Record<number, string> = { 0: 'Info', 1: 'Warn', 2: 'Critical' };
export const SOURCES: Record<number, string> = { 0: 'Network', 1: 'Policy Control', 2: 'API' };

interface EventType {
	id: number;
	name: string;
	source: number;
	severity: number;
	alert: boolean;
}

const type = (
	id: number,
	name: string,
	source: number,
	severity: number,
	alert: boolean,
): EventType => ({ id, name, source, severity, alert });

export const EVENT_TYPES: EventType[] = [
	type(0, 'Generic', 1, 1, true),
	type(1, 'Update location', 0, 0, false),
	type(2, 'Update GPRS location', 0, 0, false),
	type(3, 'Create PDP Context', 0, 0, false),
	type(4, 'Update PDP Context', 0, 0, false),
	type(5, 'Delete PDP Context', 0, 0, false),
	type(8, 'SIM activation', 2, 0, false),
	type(9, 'SIM suspension', 2, 0, false),
	type(10, 'SIM deletion', 2, 0, false),
	type(11, 'Endpoint blocked', 1, 1, true),
	type(12, 'Organisation blocked', 1, 1, true),
	type(15, 'Purge location', 0, 0, false),
	type(16, 'Purge GPRS location', 0, 0, false),
	type(18, 'Threshold reached', 1, 1, true),
	type(19, 'Quota used up', 1, 1, true),
	type(20, 'SMS quota threshold reached', 1, 1, true),
	type(21, 'SMS quota used up', 1, 1, true),
	type(31, 'Organisation updated', 2, 0, false),
	type(42, 'Endpoint enabled', 2, 0, false),
	type(43, 'Endpoint disabled', 2, 0, false),
	type(45, 'SIM factory test', 2, 0, false),
	type(49, 'Device offline', 0, 0, false),
	type(50, 'SIM released', 2, 0, false),
	type(51, 'SIM assigned', 2, 0, false),
	type(52, 'Data quota enabled', 2, 1, false),
	type(53, 'Data quota disabled', 2, 1, false),
	type(54, 'SMS quota enabled', 2, 1, false),
	type(55, 'SMS quota disabled', 2, 1, false),
	type(56, 'Data quota assigned', 2, 0, false),
	type(57, 'Data quota deleted', 2, 0, false),
	type(58, 'SMS quota assigned', 2, 0, false),
	type(59, 'SMS quota deleted', 2, 0, false),
	type(60, 'Data quota expired', 1, 1, true),
	type(65, 'Endpoint data traffic limit warning', 1, 1, true),
	type(68, 'Reset connectivity', 2, 0, false),
	type(69, 'SIM migration between workspaces', 2, 0, false),
];

const byId = new Map(EVENT_TYPES.map((each) => [each.id, each]));

export const eventType = (id: number): EventType =>
	byId.get(id) ?? { id, name: `Event ${id}`, source: 0, severity: 0, alert: false };

/** Detail of a registration (types 1 and 2). */
export const registrationDetail = (operator: Operator): object => operatorWithCodes(operator);

/** Detail of a session that was opened (type 3) or has ended (type 5, with a volume). */
export function sessionDetail(of: {
	operator: Operator;
	rat: number;
	imeisv: string;
	imsi: string;
	session: number;
	opened: number;
	volume?: { rx: number; tx: number };
}): object {
	const { volume, operator } = of;
	return {
		...operatorOnly(operator),
		session_id: `00000000-0000-4000-8000-${String(of.session).padStart(12, '0')}`,
		pdp_context: {
			pdp_context_id: of.session,
			tunnel_created: new Date(of.opened).toISOString().slice(0, 19),
			gtp_version: 2,
			apn: volume ? null : 'iot',
			region: 'eu-west-1',
			breakout_ip: volume ? null : '192.0.2.50',
			ue_ip_address: '10.192.0.17',
			imsi: of.imsi,
			imeisv: of.imeisv,
			mcc: operator.country.mcc,
			mnc: operator.mnc[0] ?? '',
			lac: 101,
			sac: null,
			rac: null,
			ci: 2002,
			rat_type: of.rat,
			nsapi: 5,
			rx_teid: 1,
			tx_teid_control_plane: 2,
			tx_teid_data_plane: 3,
			...(!volume && {
				operator_id: String(operator.id),
				tariff_id: '400',
				tariff_profile_id: '301',
				ratezone_id: '3',
			}),
		},
		...(volume && { volume: { ...volume, total: volume.rx + volume.tx } }),
	};
}
