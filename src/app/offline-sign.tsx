import { OfflineIndicator } from "../features/shell/offline-indicator.tsx";

/** The sign that there is no network. In the web app its code is loaded after the first screen. */
const OfflineSign = () => <OfflineIndicator />;

export default OfflineSign;
