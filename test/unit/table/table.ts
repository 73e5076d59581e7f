/** The operations with their requests, effects and lanes, as the project's specification names them. */
export const TABLE = `
endpoint create POST /api/v1/endpoint act sequential S
endpoint createMany POST /api/v2/endpoint/multi act sequential S
endpoint get GET /api/v1/endpoint/{endpointId} read single P
endpoint getAll GET /api/v1/endpoint read list S
endpoint update PATCH /api/v1/endpoint/{endpointId} set sequential P
endpoint updateMany PATCH /api/v2/endpoint/multi set sequential S
endpoint delete DELETE /api/v1/endpoint/{endpointId} set sequential P
endpoint deleteMany DELETE /api/v2/endpoint/multi set sequential P
endpoint getConnectivity GET /api/v1/endpoint/{endpointId}/connectivity read single P
endpoint getConnectivityInfo GET /api/v1/endpoint/{endpointId}/connectivity_info read list S
endpoint resetConnectivity PATCH /api/v1/endpoint/{endpointId}/connectivity act single S
sms send POST /api/v1/endpoint/{endpointId}/sms act single S
sms get GET /api/v1/endpoint/{endpointId}/sms/{smsId} read single P
sms getAll GET /api/v1/endpoint/{endpointId}/sms read single P
sms cancel DELETE /api/v1/endpoint/{endpointId}/sms/{smsId} set single P
smsQuota set POST /api/v1/endpoint/{endpointId}/quota/sms set single S
smsQuota topUp POST /api/v1/endpoint/{endpointId}/quota/sms act single S
smsQuota get GET /api/v1/endpoint/{endpointId}/quota/sms read single P
smsQuota delete DELETE /api/v1/endpoint/{endpointId}/quota/sms set single P
usage getDaily GET /api/v1/endpoint/{endpointId}/stats/daily read single S
trafficLimitExtension create POST /api/v1/endpoint/{endpointId}/traffic_limit_extension act single S
trafficLimitExtension getAll GET /api/v1/endpoint/{endpointId}/traffic_limit_extension read single P
trafficLimitExtension deleteAll DELETE /api/v1/endpoint/{endpointId}/traffic_limit_extension set single P
operatorBlacklist getAll GET /api/v1/endpoint/{endpointId}/operator_blacklist read single S
operatorBlacklist add PUT /api/v1/endpoint/{endpointId}/operator_blacklist/{operatorId} set single S
operatorBlacklist remove DELETE /api/v1/endpoint/{endpointId}/operator_blacklist/{operatorId} set single P
sim get GET /api/v1/sim/{simId} read single P
sim getAll GET /api/v1/sim read list P
sim update PATCH /api/v1/sim/{simId} set single P
sim transfer POST /api/v1/sim/migration/workspace act sequential P
workspace getAll GET /api/v2/user/{userId}/workspace read single P
mfaKey create POST /api/v1/user/mfa act single P
mfaKey activate PATCH /api/v1/user/mfa/{keyId} set single P
mfaKey delete DELETE /api/v1/user/my/mfa/{keyId} set single P
mfaKey getStatuses GET /api/v1/user/mfa/status read single P
mfaKey getTypes GET /api/v1/user/mfa/type read single P
trustedDevice getAll GET /api/v1/user/my/mfa/trusted_device read single P
trustedDevice delete DELETE /api/v1/user/my/mfa/trusted_device/{deviceId} set single P
session requestCode POST /api/v1/authenticate act auth S
session verifyCode POST /api/v1/authenticate act auth S
event getAll GET /api/v1/event read list P`
	.trim()
	.split('\n')
	.map((line) => {
		const [resource = '', name = '', method, path, effect, lane, from] = line.split(' ');
		const source = from === 'S' ? 'specification' : 'public reference';
		return { resource, name, request: `${method} ${path}`, effect, lane, source };
	});
