/** The operations for whole fleets: requests, effects and lanes, as the service documents them. */
export const FLEET_TABLE = `
dataQuota get GET /api/v1/endpoint/{endpointId}/quota/data read single
dataQuota set POST /api/v1/endpoint/{endpointId}/quota/data set single
dataQuota topUp POST /api/v1/endpoint/{endpointId}/quota/data act single
dataQuota delete DELETE /api/v1/endpoint/{endpointId}/quota/data set single
tag getAll GET /api/v2/tags read list
lookup getTagColors GET /api/v2/tag-colors read list
tag create POST /api/v2/tags act single
tag update PATCH /api/v2/tags/{tagId} set single
tag delete DELETE /api/v2/tags/{tagId} set single
tag deleteMany POST /api/v2/bulk-operations/tag/delete-tags set sequential
endpoint getTags GET /api/v2/endpoint/{endpointId}/tags read single
endpoint addTags POST /api/v2/bulk-operations/endpoint/add-tags set sequential
endpoint removeTags POST /api/v2/bulk-operations/endpoint/remove-tags set sequential
lookup getEventTypes GET /api/v1/event/type read list
usage getSummary GET /api/v1/endpoint/{endpointId}/stats read single
usage getSimSummary GET /api/v1/sim/{simId}/stats read list
usage getSimDaily GET /api/v1/sim/{simId}/stats/daily read list
organisationUsage getSummary GET /api/v1/organisation/{organisationId}/stats read list
organisationUsage getDaily GET /api/v1/organisation/{organisationId}/stats/daily read list
organisationUsage getHourly GET /api/v1/organisation/{organisationId}/stats/hourly read list
organisationUsage getHierarchyDaily GET /api/v1/stats/daily read list
organisationUsage getWorkspacesDaily GET /api/v2/workspace/stats/daily read list
lookup getInclusiveVolumes GET /api/v1/organisation/{organisationId}/inclusive_volume/active read list
serviceProfile getAll GET /api/v1/service_profile read single
serviceProfile get GET /api/v1/service_profile/{serviceProfileId} read single
serviceProfile getDataLimits GET /api/v1/service_profile/{serviceProfileId}/traffic_limit read single
serviceProfile addDataLimit POST /api/v1/service_profile/{serviceProfileId}/traffic_limit act single
serviceProfile removeDataLimit DELETE /api/v1/service_profile/{serviceProfileId}/traffic_limit/{limitId} set single
serviceProfile removeQuotas DELETE /api/v1/service_profile/{serviceProfileId}/quota/{kind} set sequential
lookup getServices GET /api/v1/service read list
lookup getSmsLimits GET /api/v1/service/{serviceId}/traffic_limit read list
lookup getTrafficLimits GET /api/v1/traffic_limit read list
tariffProfile getAll GET /api/v1/tariff_profile read single
tariffProfile get GET /api/v1/tariff_profile/{tariffProfileId} read single
tariffProfile getCoverage GET /api/v1/tariff_profile/{tariffProfileId}/coverage read single
tariffProfileBlocklist getAll GET /api/v2/tariff_profile/{tariffProfileId}/operator_blocklist/operator read single
tariffProfileBlocklist get GET /api/v2/tariff_profile/{tariffProfileId}/operator_blocklist/operator/{operatorId} read single
tariffProfileBlocklist blockOperator PUT /api/v2/tariff_profile/{tariffProfileId}/operator_blocklist/operator/{operatorId} set single
tariffProfileBlocklist unblockOperator DELETE /api/v2/tariff_profile/{tariffProfileId}/operator_blocklist/operator/{operatorId} set single
tariffProfileBlocklist blockRatTypes POST /api/v2/tariff_profile/{tariffProfileId}/operator_blocklist/operator/{operatorId}/rat_type set single
tariffProfileBlocklist unblockRatType DELETE /api/v2/tariff_profile/{tariffProfileId}/operator_blocklist/operator/{operatorId}/rat_type/{ratTypeId} set single
simBatch validate GET /api/v1/sim_batch/bic/{bic} read single
simBatch register PATCH /api/v1/sim_batch/bic/{bic} set sequential
sim delete DELETE /api/v1/sim/{simId} set single
sim deleteMany DELETE /api/v1/sim/multi set sequential
sim assign PATCH /api/v1/sim/{simId} set single
lookup getSimStatuses GET /api/v1/sim/status read list
simOperation create POST /api/v1/sim/operation act sequential
simOperation getAll GET /api/v1/sim/operation read list
simOperation get GET /api/v1/sim/operation/{operationId} read single
lookup getSimOperationActions GET /api/v1/sim/operation/action read list
lookup getSimOperationStatuses GET /api/v1/sim/operation/status read list
dataStream getAll GET /api/v2/data_stream read list
dataStream get GET /api/v2/data_stream/{dataStreamId} read single
dataStream create POST /api/v2/data_stream act single
dataStream update PATCH /api/v2/data_stream/{dataStreamId} set single
dataStream pause PATCH /api/v2/data_stream/{dataStreamId} set single
dataStream resume PATCH /api/v2/data_stream/{dataStreamId} set single
dataStream restart POST /api/v2/data_stream/{dataStreamId}/restart act single
dataStream delete DELETE /api/v2/data_stream/{dataStreamId} set single
lookup getDataStreamTypes GET /api/v2/data_stream/type read list
lookup getDataStreamStatuses GET /api/v2/data_stream/status read list
lookup getDataStreamFilterFields GET /api/v2/data_stream/filter_field_type read list
euicc getAll GET /api/v1/euicc read list
euicc get GET /api/v1/euicc/{euiccId} read single
euicc getOperations GET /api/v1/euicc/{euiccId}/operation read list
euicc getOperation GET /api/v1/euicc/{euiccId}/operation/{operationId} read single
euicc scheduleOperations POST /api/v1/euicc/{euiccId}/operation act sequential
lookup getIpAddressSpaces GET /api/v1/ip_address_space read list
lookup getAvailableIpAddressSpaces GET /api/v1/ip_address_space/available read list
lookup getOperators GET /api/v1/operator read list
lookup getCountries GET /api/v1/country read list
lookup getRatTypes GET /api/v1/rat_type read list`
	.trim()
	.split('\n')
	.map((line) => {
		const [resource = '', name = '', method, path, effect, lane] = line.split(' ');
		const request = `${method} ${path}`;
		return { resource, name, request, effect, lane, source: 'public reference' };
	});
