/*
 * What the package holds of axios: how it writes addresses, and its errors. Inside n8n it is n8n's
 * own axios that sends, so that all of its parts that send are left out.
 */
import AxiosError from '../node_modules/axios/lib/core/AxiosError.js';
import buildFullPath from '../node_modules/axios/lib/core/buildFullPath.js';
import buildURL from '../node_modules/axios/lib/helpers/buildURL.js';

export { AxiosError };
export default {
	getUri: ({ baseURL, url, params, paramsSerializer }) =>
		buildURL(buildFullPath(baseURL, url), params, paramsSerializer),
};
