import { pathRate } from '../../../src/request/limits/pathRates';

/* The rates from the documentation of the service, written without the package's code. */

test.each([
	['GET /api/v1/endpoint', 10],
	['GET /api/v1/sim', 10],
	['GET /api/v1/event', 10],
	['GET /api/v1/stats/daily', 10],
	['GET /api/v1/organisation/1001/stats', 10],
	['GET /api/v1/organisation/1001/stats/hourly', 10],
	['GET /api/v1/sim/7/stats', 10],
	['GET /api/v1/sim/7/stats/daily', 10],
	['GET /api/v1/endpoint/7/connectivity_info', 10],
	['GET /api/v1/endpoint/7', 50],
	['GET /api/v1/endpoint/{endpointId}', 50],
	['GET /api/v1/endpoint/7/connectivity', 50],
	['GET /api/v1/endpoint/7/stats', 100],
	['GET /api/v1/endpoint/7/stats/daily', 100],
	['GET /api/v1/sim/7', 100],
	['GET /api/v1/service_profile', 100],
	['GET /api/v1/service_profile/3', 100],
	['GET /api/v1/tariff_profile', 100],
])('%s allows %d requests a second and a burst of half as many', (request, perSecond) => {
	expect(pathRate(request)?.rate).toEqual({ perSecond, burst: perSecond / 2 });
});

test.each([
	'POST /api/v1/endpoint/7/sms',
	'PATCH /api/v1/endpoint/7',
	'DELETE /api/v1/sim/7',
	'GET /api/v1/endpoint/7/sms',
	'GET /api/v1/endpoint/7/quota/sms',
	'GET /api/v1/endpoint/7/event',
	'GET /api/v1/sim/operation',
	'GET /api/v1/sim/operation/7',
	'GET /api/v1/sim/status',
	'GET /api/v1/event/type',
	'GET /api/v1/service_profile/3/traffic_limit',
	'GET /api/v2/tags',
	'GET /api/v2/endpoint/7/tags',
	'GET /api/v1/endpoint_report',
	'',
])('%s has no rate of its own', (request) => {
	expect(pathRate(request)).toBeUndefined();
});

test('requests to one path count together regardless of the id, and paths count separately', () => {
	const path = (request: string) => pathRate(request)?.path;
	expect(path('GET /api/v1/sim/7')).toBe(path('GET /api/v1/sim/8'));
	expect(path('GET /api/v1/sim/7/stats')).toBe(path('GET /api/v1/sim/7/stats/daily'));
	expect(path('GET /api/v1/sim')).not.toBe(path('GET /api/v1/endpoint'));
});
