/**
 * Places that an answer is expected to contain beyond those that Simplify shows, by `resource operation`:
 *
 * - `place`: it is read, although Simplify does not show it
 * - `place?`: an answer may leave it out, in one of the documented editions at least
 * - `place*`: pickers show it, and find by it
 * - `place:type`: its type, where neither its name nor the reader says it
 * - `a|b`: either of the two; `list[].place`: of each entry of a list; `^place`: beside the list
 * - `=resource/operation`: the same as there
 * - `#paged`: the headers of the answer count its pages; `#none`: 404 where there is none;
 *   `#needs`: it cannot be asked without values that no list gives
 *
 * null and empty values are no misfit anywhere. Sources: specification, public reference, recorded.
 */
export const EXPECTED: Record<string, string> = {
	'endpoint getAll': '#paged =endpoint/get',
	'endpoint get':
		'name* sim? sim.iccid* sim.status.description imei? imei_lock:flag status.description ' +
		'ip_address_space? tags|tag_assignments:any',
	'endpoint getTags': '=tag/getAll',
	'endpoint getConnectivity':
		'status.description services?:list location?:object pdp_context?:object',
	'endpoint getConnectivityInfo':
		'request_timestamp reply_timestamp subscriber_info.success:flag ' +
		'subscriber_info.state|subscriber_info.error subscriber_info.location? ' +
		'subscriber_info.location.age_of_location:number ' +
		'subscriber_info.location.cell_global_id?:object',

	'sim getAll': '#paged =sim/get',
	'sim get': 'iccid* iccid_with_luhn? eid? status.description* endpoint? endpoint.name?*',
	'lookup simStatuses': 'id* description*',
	'simOperation getAll': '=simOperation/get',
	'simOperation get': 'id:text target:list error?:list finalization_date?',
	'euicc getAll': '=euicc/get',
	'euicc get': 'eid* status.description* profile:list last_audited? last_polled? last_synced?',
	'euicc getOperations': '=euicc/getOperation',
	'euicc getOperation': 'id:text iccid_with_luhn? expiry_date? finalization_date? error?:object',

	'sms getAll': '=sms/get',
	// A message that is pending has none of the dates of its end, and one from a device has no attempts.
	'sms get':
		'status.status? status.description? source_address? gsm_map_error?:any ' +
		'delivery_date? final_date? expiry_date? retry_count?',
	'smsQuota get': '#none =dataQuota/get',
	'dataQuota get':
		'#none status.description? threshold_percentage? threshold_volume? auto_refill?:flag ' +
		'last_volume_added? action_on_exhaustion?:object',
	'trafficLimitExtension getAll':
		'id endpoint_id traffic_limit_id volume:number expiration_date created_at:moment',

	'usage getDaily':
		'date:day data data.volume:number data.volume_tx:number data.volume_rx:number sms ' +
		'sms.volume:number sms.volume_tx:number sms.volume_rx:number',
	'usage getSimDaily': '=usage/getDaily',
	'organisationUsage getDaily': '=usage/getDaily',
	'organisationUsage getHierarchyDaily': '=usage/getDaily',
	'usage getSummary':
		'last_month? last_month.data? last_month.data.volume:number last_month.sms? ' +
		'last_month.sms.volume:number current_month? current_month.data? ' +
		'current_month.data.volume:number current_month.sms? current_month.sms.volume:number ' +
		'last_hour? last_hour.data.rx:list last_hour.data.tx:list',
	// The reference has sums in place of the minutes.
	'usage getSimSummary': '=usage/getSummary last_hour.data.rx? last_hour.data.tx?',
	'organisationUsage getSummary':
		'=usage/getSummary sim.total:number sim.issued:number sim.active:number ' +
		'sim.suspended:number',
	'organisationUsage getHourly': 'data.tx:list data.rx:list sms.tx:list sms.rx:list',
	'organisationUsage getWorkspacesDaily':
		'id days:list days[].date days[].data_volume.volume:number ' +
		'days[].sms_volume.volume:number total?:object',
	'organisation getCloudConnectPrices': 'currency.code?',
	'organisation getInclusiveVolumes': 'pooled:flag end_date?',

	'event getAll':
		'#paged alert:flag endpoint? endpoint.imei? sim? imsi? user? detail?:object ' +
		'detail.country? detail.volume.total? detail.volume? detail.quota? detail.quota.volume?',
	'lookup eventTypes': 'id* description*',

	'tag getAll': '^last_page:number ^page?:number ^page_size?:number ^total?:number name*',
	'lookup tagColors': 'id* description* hex_color',
	'operatorBlacklist getAll': 'id name country.name country.mcc?:code mnc?:list',

	'serviceProfile getAll':
		'name* apply_data_quota:flag apply_sms_quota:flag allowed_3g:flag allowed_4g:flag ' +
		'allowed_nb_iot:flag',
	'serviceProfile get':
		'=serviceProfile/getAll api_callback? breakout_region? service:list service[].id ' +
		'service[].description',
	'serviceProfile getDataLimits': 'volume:number warning_percent? satellite_only?:flag',
	'tariffProfile getAll': '=tariffProfile/get',
	'tariffProfile get': 'name* inclusive_volume?',
	'tariffProfileBlocklist getAll': '=tariffProfileBlocklist/get',
	'tariffProfileBlocklist get':
		'operator.id operator.name tariff_profile.id blocklist.operator:flag ' +
		'blocklist.rat_types:list',
	'lookup services': 'description*',
	'lookup trafficLimits': 'volume:number',
	'lookup smsLimits': 'volume:number service?',
	'lookup operators': 'id name* name_and_country?* country.name* country.mcc:code mnc?:list',
	'lookup countries': 'id name',
	'lookup ratTypes': 'id* description*',
	'lookup ipAddressSpaces': 'ip_address_space* used_count? available_count?',
	'lookup availableIpAddressSpaces': 'used_count? available_count?',

	'dataStream getAll': '#none =dataStream/get',
	'dataStream get':
		'id:text name?* data_stream_type.id:code status.id:code status.description* ' +
		'destination.credentials? destination.credentials.url? filters?:list',
	'lookup dataStreamTypes': 'id* description*',
	'lookup dataStreamStatuses': 'id description',
	'lookup dataStreamFilterFields': 'id:code',
	'lookup cardOperationActions': 'id* description*',
	'automation getAll': '=automation/get',
	'automation get': 'id:text name* status:any configured_actions:list',
	'automation getActions': '=automation/getAction',
	'automation getAction': 'id:text name* configurationProperties:list',
	'automation getLog': '#needs',
	'customEvent getAll': '=customEvent/get',
	'customEvent get': 'id:text name*',
	'customEvent getTemplates': '=customEvent/getTemplate',
	'customEvent getTemplate': 'id:code name* configuration_properties:list',
	'systemEvent getAll': '=systemEvent/get',
	'systemEvent get': 'id:text name* eventType.id supportedActions:list',
	'lookup cardOperationStatuses': 'id description',
	'lookup cardProfileStatuses': 'id description',
	'lookup organisationStatuses': 'id description',
	'organisation getCloudConnects': 'termination_date?',
	'lookup cloudConnectTypes': 'id description',
	'lookup simOperationActions': 'id* description*',
	'lookup simOperationStatuses': 'id description',

	'workspace getAll': 'id name* roles?:list default_workspace?:flag',
	'mfaKey getStatuses': 'id description',
	'mfaKey getTypes': 'id description',
	'trustedDevice getAll': 'id operating_system browser activation_date',
	'user getTrustedDevices': '=trustedDevice/getAll',
	'applicationToken getAll': 'description* expiry_date? ip? creator?',
	'callback getAll': 'id url* purpose*',
	'callbackSecret getAll': 'id purpose*',
};
