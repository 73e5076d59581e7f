import { day } from '../../truth/requests/forms';
import { EUR } from './values';

/* Usage as the service gives it, and as results show it. */

export const MB = { id: 5, description: 'Data', unit: 'MB' };
export const traffic = (more: object = {}) => ({
	volume: '3.000000',
	volume_tx: '1.000000',
	volume_rx: '2.000000',
	cost: '0.1500000000',
	traffic_type: MB,
	currency: EUR,
	...more,
});
/** A month in flat columns. */
export const flatMonth = (name: string, month: string | null = null, has = false) => ({
	[name]: month,
	[`${name}_data_mb`]: has ? 3 : 0,
	[`${name}_data_sent_mb`]: has ? 1 : 0,
	[`${name}_data_received_mb`]: has ? 2 : 0,
	[`${name}_data_cost`]: has ? 0.15 : null,
	[`${name}_sms`]: 0,
	[`${name}_sms_sent`]: 0,
	[`${name}_sms_received`]: 0,
	[`${name}_sms_cost`]: null,
	[`${name}_cost`]: has ? 0.15 : null,
	[`${name}_currency`]: has ? 'EUR' : null,
});
/** The newest day first, then the total; empty values in several forms. */
export const DAYS = [
	{
		date: '2026-06-02',
		data: traffic(),
		sms: { volume: 0, volume_tx: 0, volume_rx: 0, cost: null },
	},
	{
		date: '2026-06-01',
		data: traffic(),
		sms: { volume: '6', volume_tx: '4', volume_rx: '2', cost: '0.24', currency: EUR },
	},
	{
		date: 'TOTAL',
		data: traffic({ volume: '6.000000', volume_tx: '2.000000', volume_rx: '4.000000' }),
		sms: { volume: '6', volume_tx: '4', volume_rx: '2', cost: 0, traffic_type: '', currency: '' },
	},
];
export const dayOf = (date: string, sms: object) => ({
	date,
	data_mb: 3,
	data_sent_mb: 1,
	data_received_mb: 2,
	data_cost: 0.15,
	...sms,
	currency: 'EUR',
});
export const FLAT_DAYS = [
	dayOf('2026-06-02', { sms: 0, sms_sent: 0, sms_received: 0, sms_cost: null }),
	dayOf('2026-06-01', { sms: 6, sms_sent: 4, sms_received: 2, sms_cost: 0.24 }),
];
export const perDay = { output: 'days', simplify: true };
export const totals = { output: 'totals', simplify: true };
export const period = { start_date: day.optional(), end_date: day.optional() };
