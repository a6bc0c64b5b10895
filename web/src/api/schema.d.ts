// Generated from docs/reference/openapi.json by `make gen`. Do not edit.

export interface paths {
    "/api/v1/activity/recent": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * What happened lately, newest first.
         * @description A bare array of 50; with `limit` (at most 1,000) or `offset` an object that tells the total.
         */
        get: operations["getActivityRecent"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/admin/apps-origin": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Where apps are opened */
        get: operations["getAdminAppsOrigin"];
        /**
         * Decide where apps are opened
         * @description `own` once a browser was seen to reach the port; then a browser stays signed in at the dashboard.
         */
        put: operations["putAdminAppsOrigin"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/admin/info": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** What this gateway is. */
        get: operations["getAdminInfo"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/apikeys": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List the API keys, without their values */
        get: operations["getApikeys"];
        put?: never;
        /**
         * Create an API key
         * @description The answer holds the whole key, which cannot be shown again.
         */
        post: operations["postApikeys"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/apikeys/{keyId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Show one API key, without its value */
        get: operations["getApikeysByKeyId"];
        put?: never;
        post?: never;
        /** Revoke an API key, or delete it */
        delete: operations["deleteApikeysByKeyId"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/apps": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List the apps */
        get: operations["getApps"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/apps/{appId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Show one app */
        get: operations["getAppsByAppId"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/apps/{appId}/favicon": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Show the picture of an app
         * @description The app's own, where it has one that can be shown; otherwise its first letter. Not limited.
         */
        get: operations["getAppsByAppIdFavicon"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/apps/{appId}/traffic": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** What goes through an app. */
        get: operations["getAppsByAppIdTraffic"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/audit-logs": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Who changed what, from where; newest first.
         * @description A caller without `read:*` sees its own entries alone.
         */
        get: operations["getAuditLogs"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/auth/login": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Sign in with user name and password
         * @description For browsers the answer also sets the cookie `svc_apps`, which opens apps and nothing else, and
         *     for the dashboard, while apps have an address of their own, `svc_session`, which keeps one signed in.
         */
        post: operations["postAuthLogin"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/auth/logout": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Sign out
         * @description The token is worth nothing from then on. For a user the whole sign-in ends: tokens that were
         *     exchanged for this one, and the cookies for apps.
         */
        post: operations["postAuthLogout"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/auth/me": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Who am I */
        get: operations["getAuthMe"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/auth/pair": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Pair a device with a bootstrap token
         * @description A browser that pairs at the dashboard's own page also gets the cookie `svc_apps`.
         */
        post: operations["postAuthPair"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/auth/password": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /**
         * Change one's own password
         * @description Everything that the old one opened ends: tokens, browsers that stay signed in, open sockets. The
         *     answer is that of signing in. 403 for devices.
         */
        put: operations["putAuthPassword"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/auth/preferences": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /**
         * Keep what the user chose for the dashboard
         * @description Any JSON object up to 64 KiB. It comes back as `preferences` of the user. 403 for devices.
         */
        put: operations["putAuthPreferences"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/auth/qr": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * A pairing code, as data or as a picture
         * @description Anybody may ask for one. A device that pairs with a code which was not minted by a program on
         *     this machine or a caller with `write:*` waits until an administrator approves it. One that an API
         *     key or a device let in has no scope which that one lacks, and is revoked with it.
         */
        get: operations["getAuthQr"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/auth/refresh": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Exchange a token for a new one
         * @description Takes tokens that are valid or that expired less than `auth.refresh_grace` ago. The same token
         *     can be exchanged again for two minutes, in case the answer was lost. A user's new token comes
         *     with a new cookie `svc_apps`, and so does that of a device which is a browser.
         */
        post: operations["postAuthRefresh"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/auth/session": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Go on where this browser is still signed in
         * @description With the cookie `svc_session`, which signing in at the dashboard sets while apps have an address
         *     of their own. The cookie changes with every use; one that was changed already ends the session.
         */
        post: operations["postAuthSession"];
        /** Sign this browser out */
        delete: operations["deleteAuthSession"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/auth/sessions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List the browsers in which the calling user stays signed in */
        get: operations["getAuthSessions"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/auth/sessions/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /** Sign one of the calling user's browsers out */
        delete: operations["deleteAuthSessionsById"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/auth/setup": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Create the first administrator
         * @description Works only while no user exists. From another machine, and from the page of an app, it also needs
         *     the setup code that the program printed at its start.
         */
        post: operations["postAuthSetup"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/auth/setup-status": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Whether setup is needed */
        get: operations["getAuthSetupStatus"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/backups": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List the backups */
        get: operations["getBackups"];
        put?: never;
        /**
         * Make a backup
         * @description Of everything as it is at this moment, while the gateway serves; encrypted where
         *     `backup.passphrase` is set.
         */
        post: operations["postBackups"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/backups/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Read a backup's record */
        get: operations["getBackupsById"];
        put?: never;
        post?: never;
        /** Delete a backup */
        delete: operations["deleteBackupsById"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/backups/{id}/download": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Download a backup
         * @description It holds hashes of passwords and keys, and private keys; where `backup.passphrase` is not set,
         *     in the clear.
         */
        get: operations["getBackupsByIdDownload"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/backups/{id}/restore": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Restore a backup
         * @description By part or whole, all or nothing, and in effect at once. `?plan=true` only says what it would
         *     do. Devices and API keys that were revoked or deleted since stay so, and tokens that were taken
         *     back stay taken back. 409 where the backup is damaged, too new, or not ours.
         */
        post: operations["postBackupsByIdRestore"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/backups/scheduler/status": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** How scheduled backups are doing */
        get: operations["getBackupsSchedulerStatus"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/backups/scheduler/trigger": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Make a scheduled backup now
         * @description As the scheduler does: the oldest beyond `backup.retention` go. 503 where it is switched off.
         */
        post: operations["postBackupsSchedulerTrigger"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/certificates": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List the certificates */
        get: operations["getCertificates"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/certificates/{domain}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Read a certificate */
        get: operations["getCertificatesByDomain"];
        put?: never;
        post?: never;
        /**
         * Delete a certificate
         * @description Its names are served with the default one again. 409 for the one that the gateway itself is
         *     served with.
         */
        delete: operations["deleteCertificatesByDomain"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/certificates/ca": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Download the local CA's certificate
         * @description For devices to trust. It is no secret; `/_gh/trust` gives it to everybody.
         */
        get: operations["getCertificatesCa"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/certificates/generate": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Make a certificate
         * @description `self-signed`: signed by the local CA where all names are private, else by itself. `acme`: from
         *     the public authority that `certificates.acme.directory` names; the answer comes when it has
         *     signed, which can take minutes. 400 with `INVALID_DOMAIN` for what is no name; 502 where the
         *     authority refuses, 503 where there is none. One that goes by the same name is replaced. All keep
         *     the gateway's key, so that pins stay true.
         */
        post: operations["postCertificatesGenerate"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/certificates/renew": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Renew a certificate now
         * @description The gateway renews its certificates by itself at two thirds of their life; this does it at once,
         *     with the same names and the same key. 409 for one that somebody else made.
         */
        post: operations["postCertificatesRenew"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/certificates/replace": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Serve a pair that somebody else made
         * @description In the place of the certificate that goes by this domain, or beside the others. The leaf must be
         *     for the domain and valid now, each certificate signed by the next, and the key the leaf's. Where
         *     the gateway's own clients meet another key by it, they are told first (`certificate_changing`).
         */
        post: operations["postCertificatesReplace"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/certificates/suggest": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Suggest names for a certificate
         * @description What this machine is called, as far as it knows: host names, names below `.local`, addresses of
         *     both families.
         */
        get: operations["getCertificatesSuggest"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/config": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Show the configuration
         * @description All keys but the lists of apps and routes, which have endpoints of their own.
         */
        get: operations["getConfig"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/containers": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the containers
         * @description Those that approved routes lead to, by name. 400 with `INVALID_RUNTIME` for a runtime that there
         *     is not; 500 with `NO_RUNTIME` where none is switched on; 503 with `RUNTIME_UNAVAILABLE` for one
         *     that is switched off or cannot be reached. Of all runtimes, those that answer are listed.
         */
        get: operations["getContainers"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/containers/{containerId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Look at one container
         * @description Docker: what the engine tells, in its own format. Kubernetes: the fields of the list, and
         *     `config` (`env`, `cmd`, `workingDir`, `user`), `networkSettings`, `mounts`, `owner` (`kind`,
         *     `name`) and what the cluster tells as `raw`. Values of the environment that look like secrets are masked unless the
         *     caller is local or an administrator.
         */
        get: operations["getContainersByContainerId"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/containers/{containerId}/export": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Export a container
         * @description As a compose file that brings it up again. Secrets are left out of it, unless
         *     `sanitize_secrets` is `false`, which needs `write:*`. The body may be left out.
         */
        post: operations["postContainersByContainerIdExport"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/containers/{containerId}/export/preview": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Preview the export of a container
         * @description The same as the export, not as a download.
         */
        post: operations["postContainersByContainerIdExportPreview"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/containers/{containerId}/incidents": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the incidents of a container
         * @description Ends that nobody wanted, also while the gateway did not run: exit code, whether memory ran out,
         *     the last lines, and what was used in the last minutes. The last 20 are kept, however often the
         *     container is recreated under its name.
         */
        get: operations["getContainersByContainerIdIncidents"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/containers/{containerId}/logs": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Search the log of a container
         * @description In about the last megabyte that it said, which is kept on disk. What is said now comes over the
         *     socket. `around` takes the `position` of a line that was found, and answers with that line
         *     between its neighbours; 404 where it is not kept any longer.
         */
        get: operations["getContainersByContainerIdLogs"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/containers/{containerId}/restart": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Restart a container
         * @description Whatever its state. The outcome comes as `container.restart.completed` or
         *     `container.restart.failed`. A pod is deleted, and its workload makes another.
         */
        post: operations["postContainersByContainerIdRestart"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/containers/{containerId}/start": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Start a container
         * @description It is seen to be stopped before the answer; the outcome comes as `container.start.completed` or
         *     `container.start.failed`. A workload of a cluster is scaled up, although its pod is gone: it
         *     goes by its own name or by that of the pod. 409 with `CONTAINER_ALREADY_STARTED` for one that
         *     runs.
         */
        post: operations["postContainersByContainerIdStart"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/containers/{containerId}/stats": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * What one container uses
         * @description By the rules of `docker stats`. The first answer takes two seconds, later ones are at hand for
         *     as long as somebody asks now and then. One that does not run, or of which the cluster has no
         *     figures, has zeros and a `warning`.
         */
        get: operations["getContainersByContainerIdStats"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/containers/{containerId}/stop": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Stop a container
         * @description The outcome comes as `container.stop.completed` or `container.stop.failed`; the app is unhealthy
         *     at once. The workload of a pod is scaled to nothing and stays listed as stopped; a pod without
         *     one is deleted. 409 with `CONTAINER_ALREADY_STOPPED` for one that does not run, and with
         *     `CONFLICT` for one that the gateway needs itself.
         */
        post: operations["postContainersByContainerIdStop"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/containers/{namespace}/{pod}/restart": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Restart a pod
         * @description Like the form without a namespace; the runtime is `kubernetes` unless it is named.
         */
        post: operations["postContainersByNamespaceByPodRestart"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/containers/{namespace}/{pod}/start": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Start a pod's workload
         * @description Like the form without a namespace; the runtime is `kubernetes` unless it is named.
         */
        post: operations["postContainersByNamespaceByPodStart"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/containers/{namespace}/{pod}/stop": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Stop a pod's workload
         * @description Like the form without a namespace; the runtime is `kubernetes` unless it is named.
         */
        post: operations["postContainersByNamespaceByPodStop"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/containers/batch": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Start, stop or restart some containers
         * @description At most five at a time. The answer comes when all are done, with what came of each in the order
         *     in which they were named. 400 with `INVALID_ACTION`, `EMPTY_CONTAINER_LIST` or
         *     `INVALID_TIMEOUT`.
         */
        post: operations["postContainersBatch"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/containers/batch/export": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Export several containers
         * @description As one stack, with the networks and volumes that they share. 206 where some of them could not be
         *     looked at; the warnings say which. 404 with `ALL_CONTAINERS_FAILED` where none could.
         */
        post: operations["postContainersBatchExport"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/containers/batch/export/preview": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Preview the export of several containers
         * @description The same as the export, not as a download.
         */
        post: operations["postContainersBatchExportPreview"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/containers/restart-all": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Restart all containers
         * @description Those that routes lead to, at most five at a time; never the gateway's own, its database or the
         *     proxy before it.
         */
        post: operations["postContainersRestartAll"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/containers/start-all": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Start all containers
         * @description Those that routes lead to and that are stopped, at most five at a time. The answer comes when
         *     all are done; one that fails does not keep the others from it.
         */
        post: operations["postContainersStartAll"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/containers/stats": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * What all containers use
         * @description Those that routes lead to and that run.
         */
        get: operations["getContainersStats"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/containers/stop-all": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Stop all containers
         * @description Those that routes lead to and that run, at most five at a time; never the gateway's own, its
         *     database or the proxy before it.
         */
        post: operations["postContainersStopAll"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/devices": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the paired devices
         * @description A token without `read:*` sees its own device alone.
         */
        get: operations["getDevices"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/devices/{deviceId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Show one device */
        get: operations["getDevicesByDeviceId"];
        put?: never;
        post?: never;
        /**
         * Revoke a device
         * @description All its tokens become invalid, and its sockets and streams end at once.
         */
        delete: operations["deleteDevicesByDeviceId"];
        options?: never;
        head?: never;
        /**
         * Rename a device, approve it, or change its scopes
         * @description A device may rename itself; others' names need `write:*`, scopes and approval `access:admin`.
         */
        patch: operations["patchDevicesByDeviceId"];
        trace?: never;
    };
    "/api/v1/discovery/dismissed": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List what was dismissed */
        get: operations["getDiscoveryDismissed"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/discovery/proposals": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the proposals
         * @description Services that were found and are neither approved nor dismissed. Empty while discovery is
         *     switched off.
         */
        get: operations["getDiscoveryProposals"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/discovery/proposals/{proposalId}/approve": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Approve a proposal
         * @description Makes the app and the route, which follows its service from then on: when that is recreated or
         *     moved, the route leads to its new address, unless somebody changed it. A service that was found by
         *     `mdns` is followed only where it shows the same key and nobody answers at the old address;
         *     otherwise its new address is a proposal again, and to approve that moves the route. The body may
         *     be left out.
         *     400 with `INVALID_PORT` for a port that is not one of `availablePorts`; 409 where the catalogue
         *     cannot take it any more; 503 while discovery is switched off.
         */
        post: operations["postDiscoveryProposalsByProposalIdApprove"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/discovery/proposals/{proposalId}/dismiss": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Dismiss a proposal
         * @description It is not proposed again until somebody has everything found anew. 503 while discovery is
         *     switched off.
         */
        post: operations["postDiscoveryProposalsByProposalIdDismiss"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/discovery/proposals/{proposalId}/restore": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Bring a dismissed proposal back
         * @description It is proposed again if its service is there. 404 for one that is not dismissed; 503 while
         *     discovery is switched off.
         */
        post: operations["postDiscoveryProposalsByProposalIdRestore"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/discovery/rediscover": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Find everything anew
         * @description Forgets what was dismissed and what is proposed, and has every source look at once. What is
         *     there is proposed again within seconds. 503 while discovery is switched off.
         */
        post: operations["postDiscoveryRediscover"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/executions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List the executions */
        get: operations["getExecutions"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/executions/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Show an execution, with all of its output */
        get: operations["getExecutionsById"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/executions/{id}/cancel": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Cancel an execution
         * @description Everything that the script started is asked to end and, after five seconds, made to. Answers
         *     when that is done. Needs what running the script needs. 409 where it is over already.
         */
        post: operations["postExecutionsByIdCancel"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/federation/peers": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the peers
         * @description Other gateways that share apps with this one; empty while federation is switched off.
         */
        get: operations["getFederationPeers"];
        put?: never;
        /**
         * Invite a peer
         * @description Whoever gossips at that address and knows the cluster's secret becomes a peer, also one who was
         *     removed. 503 while federation is switched off.
         */
        post: operations["postFederationPeers"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/federation/peers/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Show a peer
         * @description 503 while federation is switched off.
         */
        get: operations["getFederationPeersById"];
        put?: never;
        post?: never;
        /**
         * Remove a peer
         * @description Its apps go with it. It stays out until it is invited again. 503 while federation is switched
         *     off.
         */
        delete: operations["deleteFederationPeersById"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/federation/status": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Show the federation's status */
        get: operations["getFederationStatus"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/federation/sync": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Exchange apps with all peers now
         * @description Both lists go over the wire, whatever is known already; the answer comes when every peer has
         *     answered or had its time. 503 while federation is switched off or starting.
         */
        post: operations["postFederationSync"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/notifications": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List notifications, newest first
         * @description A token without `read:*` sees those of its own device.
         */
        get: operations["getNotifications"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/notifications/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * Dismiss a notification
         * @description It is not delivered any more. Others' need `write:*`.
         */
        delete: operations["deleteNotificationsById"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/notifications/{id}/retry": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Deliver a notification once more */
        post: operations["postNotificationsByIdRetry"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/notifications/channels": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the channels to people without an app
         * @description A token without `read:*` sees those of its own device.
         */
        get: operations["getNotificationsChannels"];
        put?: never;
        /**
         * Add a channel
         * @description Needs `write:*`, except for a browser that subscribes for its own device (`webpush`). Secrets are
         *     kept sealed and never shown again.
         */
        post: operations["postNotificationsChannels"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/notifications/channels/{channelId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Show a channel */
        get: operations["getNotificationsChannelsByChannelId"];
        /**
         * Change a channel
         * @description What is left out stays as it was, secrets too.
         */
        put: operations["putNotificationsChannelsByChannelId"];
        post?: never;
        /** Remove a channel, with what waits for it */
        delete: operations["deleteNotificationsChannelsByChannelId"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/notifications/channels/{channelId}/test": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Send a test over a channel, at once */
        post: operations["postNotificationsChannelsByChannelIdTest"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/notifications/delivered": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * Forget what was delivered
         * @description A token without `write:*` clears that of its own device.
         */
        delete: operations["deleteNotificationsDelivered"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/notifications/device/{deviceId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /** Dismiss everything that waits for a device */
        delete: operations["deleteNotificationsDeviceByDeviceId"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/notifications/push-key": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** The key that a browser subscribes with */
        get: operations["getNotificationsPushKey"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/notifications/retry": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Deliver notifications once more
         * @description Those that do not exist, or are not the caller's, are left alone and not counted.
         */
        post: operations["postNotificationsRetry"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/notifications/rules": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List the rules that make notifications of what happens here */
        get: operations["getNotificationsRules"];
        put?: never;
        /** Add a rule */
        post: operations["postNotificationsRules"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/notifications/rules/{ruleId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Show a rule */
        get: operations["getNotificationsRulesByRuleId"];
        /**
         * Change a rule
         * @description What is left out stays as it was.
         */
        put: operations["putNotificationsRulesByRuleId"];
        post?: never;
        /** Remove a rule, with what it has collected */
        delete: operations["deleteNotificationsRulesByRuleId"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/notifications/stale": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List what waits too long, by device
         * @description At most 1,000 devices, those that wait longest first.
         */
        get: operations["getNotificationsStale"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/notifications/stats": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Count notifications by their status */
        get: operations["getNotificationsStats"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/pair": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Redeem a pairing code */
        post: operations["postPair"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/pair/{code}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Redeem a pairing code, by its path */
        get: operations["getPairByCode"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/routes": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List the routes */
        get: operations["getRoutes"];
        put?: never;
        /**
         * Make a route
         * @description Its app is made too, where there is none. 409 where the id, the path or the subdomain is taken.
         */
        post: operations["postRoutes"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/routes/{routeId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Show one route */
        get: operations["getRoutesByRouteId"];
        /**
         * Make or change a route
         * @description Fields that are left out keep their value. A route of the configuration file is changed there:
         *     here it is 409, as is a path or a subdomain that another route has.
         */
        put: operations["putRoutesByRouteId"];
        post?: never;
        /**
         * Delete a route
         * @description Its app goes with its last route, unless the configuration file has it.
         */
        delete: operations["deleteRoutesByRouteId"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/routes/{routeId}/check": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Show what the last check of a route found
         * @description Since the program started; 404 where there was none.
         */
        get: operations["getRoutesByRouteIdCheck"];
        put?: never;
        /**
         * Check whether a route's app works where it is
         * @description The app is visited as a browser would, through the gateway, and asked directly beside that: its
         *     start page, what that needs, redirects, cookies, manifest and sockets. It takes up to 20 seconds
         *     and changes nothing; no body is needed. 409 while the route is being checked already, and where
         *     the app does not answer.
         */
        post: operations["postRoutesByRouteIdCheck"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/schedules": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List the schedules */
        get: operations["getSchedules"];
        put?: never;
        /**
         * Make a schedule
         * @description Cron has five fields: numbers, names (`MON`, `JAN`), `*`, lists, ranges and steps. Where day
         *     of the month and day of the week are both given, either is enough. What it runs must be there
         *     and open to the caller, and take the parameters.
         */
        post: operations["postSchedules"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/schedules/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Show a schedule */
        get: operations["getSchedulesById"];
        /**
         * Change a schedule
         * @description Fields that are left out keep their value. It counts at once. An empty `timezone` is the
         *     host's. 409 where it runs a workflow whose script is gone.
         */
        put: operations["putSchedulesById"];
        post?: never;
        /**
         * Remove a schedule
         * @description What it started goes on.
         */
        delete: operations["deleteSchedulesById"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/schedules/preview": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Show when an expression fires
         * @description The next ten times. A time that the clock skips in spring comes at the first minute behind the
         *     gap; one that it shows twice in autumn comes the first time alone.
         */
        get: operations["getSchedulesPreview"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/scripts": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List the scripts */
        get: operations["getScripts"];
        put?: never;
        /**
         * Register a script
         * @description The file must be there; symbolic links are not followed. 409 where a script of that name is
         *     there already; 503 while scripts are switched off.
         */
        post: operations["postScripts"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/scripts/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Show a script */
        get: operations["getScriptsById"];
        /**
         * Change a script
         * @description Fields that are left out keep their value; the id stays. What runs already goes on as it began.
         */
        put: operations["putScriptsById"];
        post?: never;
        /**
         * Remove a script
         * @description The file stays, and so do the records of its executions. 409 where a workflow or a schedule
         *     uses it, with which.
         */
        delete: operations["deleteScriptsById"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/scripts/{id}/dry-run": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Try a script out
         * @description Like running it, with `DRY_RUN=true` in its environment and its `dryRunCommand`.
         */
        post: operations["postScriptsByIdDryRun"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/scripts/{id}/execute": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Run a script
         * @description Answers after the run, which ends after 10 minutes at the latest, or at once with
         *     `async=true`. Parameters become environment variables. A run that fails is a 200 whose
         *     `status` says so. The body may be left out. A script with `allowedScopes` needs one of them
         *     besides `write:*`. 503, too, where too many executions wait already.
         */
        post: operations["postScriptsByIdExecute"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/scripts/available": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List script files that are not registered
         * @description Everything below `scripts.directory` that ends in `.sh`, `.bash` or `.py` or is executable,
         *     at most 1000 files; hidden ones and symbolic links are left out.
         */
        get: operations["getScriptsAvailable"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/services/{appId}/health": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Show how an app is doing
         * @description The answer is 200 whatever the status.
         */
        get: operations["getServicesByAppIdHealth"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/session-cookies": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the apps whose cookies are kept for the calling device
         * @description The gateway keeps the cookies of routes with `persistCookies` for devices that list the scope
         *     `access:mobile`. Values are never shown. Users have none.
         */
        get: operations["getSessionCookies"];
        put?: never;
        post?: never;
        /** Clear the cookies of all apps for the calling device */
        delete: operations["deleteSessionCookies"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/session-cookies/{appId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /** Clear the cookies of one app for the calling device */
        delete: operations["deleteSessionCookiesByAppId"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/stats": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Figures, compared with a day ago.
         * @description A caller without `read:*` counts no device but itself.
         */
        get: operations["getStats"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/stats/quick": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Figures at a glance.
         * @description A caller without `read:*` counts no device but itself.
         */
        get: operations["getStatsQuick"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/system/resources": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * What the gateway's host has and uses.
         * @description The load of the processors is taken between two readings; where the last one is old, the
         *     answer takes a quarter of a second.
         */
        get: operations["getSystemResources"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/toolbox/deploy": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Deploy a template
         * @description Answers when everything that can be checked without the engine is; the rest is told as
         *     `toolbox_progress`, and shown by the deployment. With `plan=true` nothing is made: the answer is
         *     what would be, with the compose file, what is in its way, and the rights that it would have. 409
         *     for a template that is broken; 503 while the toolbox or its runtime is switched off.
         */
        post: operations["postToolboxDeploy"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/toolbox/deployments": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the deployments
         * @description Empty while the toolbox is switched off.
         */
        get: operations["getToolboxDeployments"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/toolbox/deployments/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get a deployment
         * @description 503 while the toolbox is switched off.
         */
        get: operations["getToolboxDeploymentsById"];
        put?: never;
        post?: never;
        /**
         * Delete a deployment
         * @description Removes its containers, its networks and its route, whatever is being done to it, and answers
         *     when they are gone. Its volumes and folders stay unless `removeVolumes` is set; the message says
         *     what stays. 503 where the engine does not do it.
         */
        delete: operations["deleteToolboxDeploymentsById"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/toolbox/deployments/{id}/data": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Show what a deployment has kept
         * @description What stays when it is deleted, unless `removeVolumes` is set. 503 where the engine cannot be asked.
         */
        get: operations["getToolboxDeploymentsByIdData"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/toolbox/deployments/{id}/redeploy": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Deploy it anew
         * @description With other variables, another image or another port; what is left out stays. The old containers
         *     are kept until the new ones are healthy, and come back where they do not become so:
         *     `error_message` says why then. The body may be left out. 409 while something else is being done
         *     to it.
         */
        post: operations["postToolboxDeploymentsByIdRedeploy"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/toolbox/deployments/{id}/start": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Start a deployment
         * @description 409 unless it is stopped.
         */
        post: operations["postToolboxDeploymentsByIdStart"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/toolbox/deployments/{id}/stop": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Stop a deployment
         * @description Its containers stay, and so does its route. 409 unless it is deployed.
         */
        post: operations["postToolboxDeploymentsByIdStop"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/toolbox/deployments/{id}/update": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Update a deployment
         * @description As its template is now, with the newest images of their tags. Otherwise like `redeploy`.
         */
        post: operations["postToolboxDeploymentsByIdUpdate"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/toolbox/services": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the templates
         * @description Those that the program brings, and over them those of `toolbox.catalog_dir`. One that is broken
         *     is listed with what is wrong. Empty while the toolbox is switched off.
         */
        get: operations["getToolboxServices"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/toolbox/services/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get a template
         * @description 503 while the toolbox is switched off.
         */
        get: operations["getToolboxServicesById"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/traffic": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** What goes through all apps together. */
        get: operations["getTraffic"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/webhooks/activity": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Report an activity
         * @description It appears in the activity feed and goes to sockets: to all of them, or to those of the named
         *     devices. It waits for paired devices that are away, and for named ones that are not paired yet
         *     (100 for one, 1,000 in all). Needs a token, or an API key with `write:*`, also from the gateway's
         *     own machine.
         */
        post: operations["postWebhooksActivity"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/webhooks/notify": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Send a message of a shape of one's own
         * @description The activity feed does not show it. Without `deviceIds` it goes to the sockets that are open;
         *     with them it waits for those that are away. Needs a token, or an API key with `write:*`, also
         *     from the gateway's own machine.
         */
        post: operations["postWebhooksNotify"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/workflows": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List the workflows */
        get: operations["getWorkflows"];
        put?: never;
        /**
         * Make a workflow
         * @description Its scripts must be there, take what their steps give them, and be open to the caller.
         */
        post: operations["postWorkflows"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/workflows/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Show a workflow */
        get: operations["getWorkflowsById"];
        /**
         * Change a workflow
         * @description Fields that are left out keep their value; the id stays. Runs go on as they began.
         */
        put: operations["putWorkflowsById"];
        post?: never;
        /**
         * Remove a workflow
         * @description 409 where a schedule uses it, with which.
         */
        delete: operations["deleteWorkflowsById"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/workflows/{id}/execute": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Run a workflow
         * @description Answers after the run, which ends after 10 minutes at the latest, or at once with
         *     `async=true`. What it is given goes to the steps whose scripts declare it, before what the
         *     steps have of their own; everything is checked before the first step. 409 where a script is
         *     gone.
         */
        post: operations["postWorkflowsByIdExecute"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/workflows/{id}/executions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List the runs of a workflow */
        get: operations["getWorkflowsByIdExecutions"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/workflows/{id}/executions/{runId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Show one run of a workflow */
        get: operations["getWorkflowsByIdExecutionsByRunId"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/workflows/{id}/executions/{runId}/cancel": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Cancel a run of a workflow
         * @description The step that runs is ended, and the rest skipped. Answers when that is done. 409 where it is
         *     over already.
         */
        post: operations["postWorkflowsByIdExecutionsByRunIdCancel"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/ws": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Opens the event socket (WebSocket, over HTTP/1.1).
         * @description Messages are JSON texts `{type, data}`. The first one must come within 10 seconds, else the
         *     socket is closed with 4001: `{"type": "auth", "data": {"token": "…"}}`; a program on the
         *     gateway's own machine may leave the token out. The answer is `auth_success` with `{deviceId,
         *     scopes}` and then `hello`, or `auth_failed` with `{error, message}` and a close with 4003.
         *
         *     `ping` is answered by `pong`. What is not understood is answered by `error` with `{error,
         *     message}`, `error` being `INVALID_REQUEST` or `UNKNOWN_TYPE`. Facts come to callers that hold
         *     `read:events` and the scope that the fact asks for.
         *
         *     Other closes: 1001 the gateway stops, 1008 nothing was heard for 60 seconds, 1009 a message of
         *     more than 1 MiB, 1013 the client does not keep up with what it is sent, 4003 the credential
         *     was revoked or its scopes were changed.
         */
        get: operations["getWs"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/healthz": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * How the gateway and its parts are.
         * @description What an engine or a source lacks makes it `degraded`; `unhealthy` is only what keeps the
         *     gateway from serving.
         */
        get: operations["getHealthz"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/livez": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Whether the process is alive. */
        get: operations["getLivez"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/metrics": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Everything the gateway measures, in the Prometheus text format. */
        get: operations["getMetrics"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/readyz": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Whether requests may be sent here. */
        get: operations["getReadyz"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
}
export type webhooks = Record<string, never>;
export interface components {
    schemas: {
        /** @description Something is being done to a container. */
        AcceptedView: {
            containerId: string;
            message: string;
            namespace?: string | null;
            /** @example docker */
            runtime: string;
            /** @example accepted */
            status: string;
            /**
             * Format: int64
             * @description Seconds.
             */
            timeout?: number | null;
            /**
             * Format: int64
             * @description Seconds.
             */
            timestamp: number;
        };
        ActivityBody: components["schemas"]["ActivityItem"][] | components["schemas"]["ActivityPage"];
        ActivityItem: {
            details: string;
            icon: string;
            /** @description `success`, `warning`, `danger`, `info` or empty. */
            iconClass: string;
            /** @example device-12 */
            id: string;
            message: string;
            /**
             * Format: int64
             * @description Milliseconds since 1970 UTC.
             */
            timestamp: number;
            /** @example device.paired */
            type: string;
        };
        ActivityPage: {
            activities: components["schemas"]["ActivityItem"][];
            /** Format: int32 */
            limit: number;
            /** Format: int32 */
            offset: number;
            /** Format: int64 */
            total: number;
        };
        ActivityReported: components["schemas"]["CustomReach"] & {
            /** @example webhook-17 */
            eventId: string;
            success: boolean;
        };
        /** @description What all containers use. */
        AllStatsView: {
            containers: components["schemas"]["StatsView"][];
            /**
             * Format: int64
             * @description Seconds.
             */
            timestamp: number;
            /** @description Why figures are missing. */
            warning?: string | null;
        };
        /** @description What went through all apps within the last 24 hours. */
        AllTrafficBody: {
            /** @description The apps with most requests, 20 at most. */
            apps: components["schemas"]["AppShareBody"][];
            lastDay: components["schemas"]["DayBody"];
        };
        /** @enum {string} */
        AppHealth: "healthy" | "unhealthy" | "unknown";
        /** @description Another gateway. */
        AppPeer: {
            id: string;
            name: string;
        };
        Approved: {
            app: components["schemas"]["AppView"];
            id: string;
            route: components["schemas"]["RouteView"];
            /** @example approved */
            status: string;
        };
        /** @description How a proposal is approved; the body may be left out. */
        ApproveInput: {
            /** @description What the app is called, instead of the suggested name. */
            name?: string | null;
            /** @description Where the app is opened, `/apps/…/`, instead of the suggested path. */
            pathBase?: string | null;
            /**
             * Format: int32
             * @description One of `availablePorts`; the detected port where it is left out.
             */
            port?: number | null;
            /** @description The app's tags, instead of the suggested ones. The first is its group in the dashboard. */
            tags?: string[] | null;
        };
        /** @description The last 24 hours of one app. */
        AppShareBody: {
            appId: string;
            /** Format: int64 */
            bytesSent: number;
            /** Format: int64 */
            failures: number;
            /** Format: double */
            p50Ms: number;
            /** Format: double */
            p95Ms: number;
            /** Format: int64 */
            requests: number;
        };
        AppsOriginInput: {
            /** @description `own` or `shared`. */
            mode: string;
        };
        AppsOriginView: {
            /** @description `own`: people are sent to the port below. `shared`: apps are beside the dashboard. */
            mode: string;
            /**
             * Format: int32
             * @description Where apps alone are served.
             */
            port?: number | null;
            /** @description Nobody has decided yet: a browser that reaches the port should say so. */
            undecided: boolean;
        };
        AppView: {
            /** @description What discovery knows about it. */
            discoveryMeta?: Record<string, never> | null;
            /** @description Where else it can be reached, by kind (`lan`). */
            endpoints: {
                [key: string]: string;
            };
            /** @description The path of its picture on this gateway. */
            faviconUrl: string;
            healthStatus: components["schemas"]["AppHealth"];
            /** @description An address, an icon's name or an emoji; empty where there is none. */
            icon: string;
            id: string;
            /** Format: date-time */
            lastHealthCheck?: string | null;
            name: string;
            origin: components["schemas"]["Origin"];
            peer?: components["schemas"]["AppPeer"] | null;
            /** @description The path of its first route; empty where it has none. */
            proxyPath: string;
            tags: string[];
            /** @description Where a browser finds it. */
            url: string;
        };
        AuditBody: {
            /** @description How many entries `logs` holds. */
            count: number;
            /** Format: int32 */
            limit: number;
            logs: components["schemas"]["AuditItem"][];
            /** Format: int32 */
            offset: number;
            /**
             * Format: int64
             * @description How many entries the filters match.
             */
            total: number;
        };
        AuditItem: {
            /** @example device.revoked */
            action: string;
            /** @description A device, `user-<name>`, an API key, `local`, `system` or `anonymous`. */
            actorId: string;
            /** @description Empty for what the program did by itself. */
            actorIp: string;
            details?: Record<string, never>;
            error?: string;
            /** Format: int64 */
            id: number;
            success: boolean;
            targetId?: string;
            /** Format: date-time */
            timestamp: string;
        };
        AvailableList: {
            available: components["schemas"]["AvailableView"][];
            count: number;
            /** @description `false` while the feature is switched off. */
            enabled?: boolean;
        };
        AvailableView: {
            /** Format: date-time */
            modTime: string;
            /** @description The last part of the path. */
            name: string;
            /** @description Below the scripts directory. */
            path: string;
            scriptType: components["schemas"]["ScriptKind"];
            /** Format: int64 */
            size: number;
        };
        BackupList: {
            backups: components["schemas"]["BackupView"][];
            count: number;
        };
        BackupSchedulerView: {
            backupCount: number;
            enabled: boolean;
            /** @example 24h */
            interval: string;
            /** Format: date-time */
            lastBackupAt?: string | null;
            /** Format: date-time */
            nextBackupAt?: string | null;
            /**
             * Format: int32
             * @description How many scheduled backups are kept.
             */
            retention: number;
            running: boolean;
        };
        BackupView: {
            /** @description How many there are of each thing. */
            counts: {
                [key: string]: number;
            };
            /** Format: date-time */
            createdAt: string;
            description: string;
            encrypted: boolean;
            /** @example backup_20301231-235959_k3f9xa */
            id: string;
            sha256: string;
            /** Format: int64 */
            sizeBytes: number;
            /** @description `manual` or `scheduled`. */
            trigger: string;
            /** @description Of the program that made it. */
            version: string;
        };
        /** @description Which containers make the stack. */
        BatchExportInput: components["schemas"]["ExportInput"] & {
            container_ids: string[];
            /** @default exported-stack */
            stack_name: string | null;
        };
        /** @description What to do to which containers. */
        BatchInput: {
            /**
             * @description `start`, `stop` or `restart`.
             * @example stop
             */
            action?: string | null;
            /** @description Ids, short or whole, or names. */
            containerIds?: string[];
            /** @description An earlier name of `action`. */
            operation?: string | null;
            /**
             * Format: int32
             * @description Seconds that each has to end by itself.
             */
            timeout?: number | null;
        };
        BroughtBack: {
            id: string;
            /** @example restored */
            status: string;
        };
        BrowserSessionList: {
            sessions: components["schemas"]["BrowserSessionView"][];
        };
        /** @description A browser in which somebody stays signed in. */
        BrowserSessionView: {
            /** Format: date-time */
            createdAt: string;
            /** Format: date-time */
            expiresAt: string;
            id: string;
            /** Format: date-time */
            lastUsed: string;
            /** @description What the browser calls itself. */
            userAgent: string;
        };
        BTreeMap: {
            [key: string]: string;
        };
        /** @description What was done to several containers. */
        BulkView: {
            failed: number;
            message: string;
            results: components["schemas"]["OutcomeView"][];
            success: number;
            total: number;
        };
        /** @description Somebody who used an app. */
        CallerBody: {
            /** @description The user's name, or the id of the device or the key. */
            id?: string | null;
            /** @description `anyone` are all who came without a credential, `local` those on this machine. */
            kind: components["schemas"]["CallerKind"];
            /** Format: date-time */
            lastUsed: string;
            /** Format: int64 */
            requests: number;
            /**
             * Format: date-time
             * @description When the first of these requests came.
             */
            since: string;
        };
        /** @enum {string} */
        CallerKind: "user" | "device" | "apiKey" | "local" | "anyone";
        CertificateAnswer: {
            certificate: components["schemas"]["CertificateDetails"];
        };
        /** @description A certificate with its chain. */
        CertificateDetails: components["schemas"]["CertificateView"] & {
            /** @description The leaf first. */
            chain_pem: string;
        };
        CertificateList: {
            certificates: components["schemas"]["CertificateView"][];
            count: number;
        };
        /** @description A certificate of the list. */
        CertificateView: {
            /** @description Whether the gateway renews it by itself. */
            auto_renew: boolean;
            domain: string;
            /**
             * Format: int64
             * @description Whole days; negative where it has ended.
             */
            expires_in_days: number;
            /** @description SHA-256 of the certificate. */
            fingerprint: string;
            /** @description What clients of the gateway itself are served with. */
            in_use: boolean;
            issuer: string;
            /** Format: date-time */
            not_after: string;
            /** Format: date-time */
            not_before: string;
            /** @description `gateway`, `file`, `self-signed`, `acme` or `imported`. */
            provider: string;
            sans: string[];
            /** @description What a client pins that wants this key: `sha256/…`. */
            spki_pin: string;
        };
        ChannelInput: {
            /** @description What is for this device alone; left out: everything. */
            deviceId?: string | null;
            enabled?: boolean | null;
            name?: string | null;
            settings?: components["schemas"]["Details"];
            /** @description Needed for a new channel, and never changed. */
            type?: string | null;
        };
        ChannelList: {
            channels: components["schemas"]["ChannelView"][];
            count: number;
        };
        ChannelView: {
            /** Format: date-time */
            createdAt: string;
            createdBy: string;
            deviceId?: string | null;
            enabled: boolean;
            /**
             * Format: int64
             * @description Failures since it last worked.
             */
            failures: number;
            id: string;
            lastError?: string | null;
            /** Format: date-time */
            lastFailureAt?: string | null;
            /** Format: date-time */
            lastSuccessAt?: string | null;
            name: string;
            /**
             * Format: int64
             * @description What waits to be sent.
             */
            queued: number;
            /** @description The names of the secrets that it has; they are never shown. */
            secrets: string[];
            settings: components["schemas"]["Shown"];
            /** @description `unused`, `working`, `failing` or `disabled`. */
            status: string;
            type: string;
        };
        /** @description Whether an app works where its route leads, and what that rests on. */
        CheckReport: {
            /** Format: date-time */
            checkedAt: string;
            /** Format: int64 */
            durationMs: number;
            evidence: components["schemas"]["Evidence"][];
            routeId: string;
            suggestedMode: components["schemas"]["RoutingMode"];
            /** @description Fields of the route that should have another value. */
            suggestions: components["schemas"]["Suggestion"][];
            verdict: components["schemas"]["Verdict"];
        };
        Cleared: {
            /** Format: int64 */
            count: number;
            status: string;
        };
        ComponentBody: {
            /** Format: date-time */
            lastChecked: string;
            message?: string;
            status: components["schemas"]["HealthStatus"];
        };
        Conflict: {
            kind: components["schemas"]["ConflictKind"];
            message: string;
            /** @description The port or the name. */
            value: string;
        };
        /** @enum {string} */
        ConflictKind: "port" | "name";
        ContainerPort: {
            ip?: string | null;
            /** Format: int32 */
            privatePort: number;
            /** Format: int32 */
            publicPort?: number | null;
            /** @example tcp */
            type: string;
        };
        /** @description A container. */
        ContainerView: {
            /**
             * Format: int64
             * @description Seconds.
             */
            created: number;
            /** @description Docker: the short id. Kubernetes: the name of the pod, or of a workload that is stopped. */
            id: string;
            image: string;
            labels: {
                [key: string]: string;
            };
            name: string;
            namespace: string;
            ports: components["schemas"]["ContainerPort"][];
            /** @example docker */
            runtime: string;
            /** @example running */
            state: string;
            /** @description In the engine's words. */
            status: string;
        };
        CookieSessionList: {
            sessions: components["schemas"]["CookieSessionView"][];
        };
        CookieSessionView: {
            appId: string;
            cookieCount: number;
            /**
             * Format: date-time
             * @description When the last of its cookies ends; left out where one ends with its use, after 30 days
             *     without any.
             */
            expiresAt?: string | null;
            /** Format: date-time */
            lastUpdated: string;
        };
        CpuView: {
            /** Format: double */
            coresUsed: number;
            /**
             * Format: double
             * @description Seconds of processor time since the container was started; 0 where it is not counted.
             */
            time: number;
            /** Format: double */
            totalCores: number;
            /**
             * Format: double
             * @description Per cent of one core: 200 is two of them.
             */
            usage: number;
        };
        CreateBackupInput: {
            /** @description At most 500 characters. */
            description?: string | null;
        };
        CustomBody: {
            /** @description What is sent, as it is. At most 64 KiB. */
            data?: Record<string, never>;
            /**
             * @description For these devices alone, where it waits for those that are away; empty: for those that are
             *     connected.
             */
            deviceIds?: string[];
            /** @description By which clients know what it is. */
            type: string;
        };
        CustomReach: {
            /**
             * Format: int64
             * @description Devices without one, for which it waits.
             */
            queued: number;
            /**
             * Format: int64
             * @description Devices with an open socket.
             */
            sent: number;
            /** @description Those of `deviceIds` that are not paired. */
            unknown: string[];
        };
        CustomReported: components["schemas"]["CustomReach"] & {
            success: boolean;
        };
        /** @description The last 24 hours of an app, also from before the gateway was started. */
        DayBody: {
            /** Format: int64 */
            bytesSent: number;
            /**
             * Format: double
             * @description For which share of the time the app was seen to be well; absent while nobody looked.
             */
            healthy?: number | null;
            /** Format: double */
            p50Ms: number;
            /** Format: double */
            p95Ms: number;
            /** @description The last 96 quarters of an hour, oldest first; the last one is still going on. */
            quarters: components["schemas"]["QuarterBody"][];
            /** Format: int64 */
            requests: number;
        };
        Deleted: {
            message: string;
            success: boolean;
        };
        /** @description What a channel must know, as people give it; each kind uses some of it. */
        Details: {
            /** @default null */
            auth: string | null;
            /**
             * @description `smtp`: `tls`, `starttls` (the default) or `none`.
             * @default null
             */
            encryption: string | null;
            /**
             * @description `webpush`: of the browser's subscription, as are `p256dh` and `auth`.
             * @default null
             */
            endpoint: string | null;
            /**
             * @description `smtp`: the sender's address.
             * @default null
             */
            from: string | null;
            /**
             * @description `smtp`: the mail server.
             * @default null
             */
            host: string | null;
            /** @default null */
            p256dh: string | null;
            /** @default null */
            password: string | null;
            /**
             * Format: int32
             * @description `smtp`: 465 for `tls`, 587 for `starttls`, 25 for `none` where it is left out.
             * @default null
             */
            port: number | null;
            /**
             * Format: int64
             * @description `ntfy`: 1 to 5; `gotify`: 0 to 10.
             * @default null
             */
            priority: number | null;
            /**
             * @description `webhook`: what posts are signed with, 16 to 256 characters.
             * @default null
             */
            secret: string | null;
            /**
             * @description `smtp`: up to 20 addresses.
             * @default null
             */
            to: string[] | null;
            /**
             * @description `ntfy`: an access token; `gotify`: the application's token.
             * @default null
             */
            token: string | null;
            /**
             * @description `ntfy`: the topic.
             * @default null
             */
            topic: string | null;
            /**
             * @description `webhook`: where to post (never shown again). `ntfy`, `gotify`: the server.
             * @default null
             */
            url: string | null;
            /** @default null */
            username: string | null;
        };
        DeviceChange: {
            deviceName?: string | null;
            /** @description Administrators only. */
            scopes?: string[] | null;
            /** @description `approved`; administrators only. */
            status?: string | null;
        };
        DeviceDismissed: {
            /** Format: int64 */
            count: number;
            deviceId: string;
            status: string;
        };
        DeviceInput: {
            id: string;
            model?: string | null;
            /** @description One of ios, android, web, desktop, linux, macos, windows. */
            platform: string;
            /** @description Kept for push messages and never shown again. */
            pushToken?: string | null;
        };
        /** @description Everything, or with `limit` or `offset` a part of it. */
        DeviceList: components["schemas"]["DeviceView"][] | {
            devices: components["schemas"]["DeviceView"][];
            /** Format: int64 */
            limit: number;
            /** Format: int32 */
            offset: number;
            /** Format: int64 */
            total: number;
        };
        DeviceRevoked: {
            deviceId: string;
            message: string;
            /** Format: date-time */
            revokedAt: string;
            status: string;
        };
        DeviceView: {
            deviceId: string;
            deviceName: string;
            id: string;
            /** Format: date-time */
            lastSeen: string;
            model: string;
            name: string;
            /** Format: date-time */
            pairedAt: string;
            platform: string;
            /** Format: int64 */
            requestsToday: number;
            scopes: string[];
            /** @description `online`, `offline` or `pending`. */
            status: string;
        };
        Dismissed: {
            id: string;
            /** @example dismissed */
            status: string;
        };
        DismissedList: {
            count: number;
            dismissed: components["schemas"]["DismissedProposal"][];
        };
        DismissedNotification: {
            /** Format: int64 */
            id: number;
            status: string;
        };
        /** @description A proposal that is not wanted. */
        DismissedProposal: {
            /** Format: date-time */
            dismissedAt: string;
            id: string;
        };
        /** @description The envelope of every error. */
        ErrorBody: {
            error: components["schemas"]["ErrorContent"];
        };
        ErrorContent: {
            /**
             * @description A fixed name, for programs.
             * @example NOT_FOUND
             */
            code: string;
            details?: components["schemas"]["FieldReason"][];
            /** @description A sentence, for people. */
            message: string;
        };
        /** @description Something that was seen. Neither text holds a query, a cookie's value or any other secret. */
        Evidence: {
            detail: string;
            kind: components["schemas"]["EvidenceKind"];
            /** @description A path on the gateway, or a whole address where it is elsewhere. */
            url: string;
        };
        /** @enum {string} */
        EvidenceKind: "page" | "redirect" | "address" | "prefix" | "file" | "escape" | "foreign" | "cookie" | "worker" | "socket" | "signIn" | "certificate" | "host" | "frame" | "limit";
        /** @description What a run is given; the body may be left out. */
        ExecuteInput: {
            dryRun?: boolean;
            parameters?: components["schemas"]["BTreeMap"];
        };
        ExecutionList: {
            count: number;
            /** @description `false` while the feature is switched off. */
            enabled?: boolean;
            /** @description Newest first. */
            executions: components["schemas"]["ExecutionView"][];
            /** Format: int32 */
            limit: number;
            /** Format: int32 */
            offset: number;
            /** Format: int64 */
            total: number;
        };
        /** @enum {string} */
        ExecutionStatus: "pending" | "running" | "completed" | "failed" | "timeout" | "cancelled";
        ExecutionView: {
            /** Format: date-time */
            completedAt?: string | null;
            /** Format: date-time */
            createdAt: string;
            errorMessage?: string | null;
            /** Format: int32 */
            exitCode?: number | null;
            /** @example exec_0123456789abcdef01234567 */
            id: string;
            isDryRun: boolean;
            /**
             * @description Both streams as they came; passwords that were given are masked. In lists only the first
             *     1000 bytes.
             */
            output: string;
            /** @description Whether output was cut at `scripts.max_output_bytes`; the text says where. */
            outputTruncated: boolean;
            /** @description Passwords are masked. */
            parameters: components["schemas"]["BTreeMap"];
            scriptId: string;
            /** Format: date-time */
            startedAt?: string | null;
            status: components["schemas"]["ExecutionStatus"];
            /** @description `device:<id>`, `user:<name>`, `apikey:<id>`, `local` or `schedule:<id>`. */
            triggeredBy: string;
            triggeredIp?: string | null;
            workflowExecutionId?: string | null;
            workflowId?: string | null;
        };
        /** @description What is wanted in an export. */
        ExportInput: {
            /** @default true */
            include_networks: boolean | null;
            /** @default true */
            include_volumes: boolean | null;
            /**
             * @description Puts variables in the place of secrets, which the file beside it lists. `false` needs
             *     `write:*`.
             * @default true
             */
            sanitize_secrets: boolean | null;
        };
        /** @description A compose file. */
        ExportView: {
            content: string;
            /** @description The variables that stand for secrets, without values. */
            env_content?: string | null;
            /** @example .env.example */
            env_filename?: string | null;
            /** @example web-compose.yml */
            filename: string;
            /** @example compose */
            format: string;
            /** @description What the file cannot say, and what to look after. */
            warnings: string[];
        };
        FederationDone: {
            success: boolean;
        };
        FederationStatus: {
            enabled: boolean;
            /** @description Empty while federation is switched off. */
            local_peer_id: string;
            local_peer_name: string;
            peer_count: number;
            /** @description How many are `connected`, and how many `disconnected`. */
            peers_by_status: {
                [key: string]: number;
            };
            /** @description Whether this program is among its peers right now. */
            running: boolean;
        };
        FieldReason: {
            field: string;
            reason: string;
        };
        /** @description A figure, compared with a day ago. */
        FigureBody: {
            /**
             * @description Such as `+12%`; `new` where there was nothing to compare with.
             * @example +12%
             */
            trend: string;
            /** @description Whether it is no less than a day ago. */
            trendUp: boolean;
            /** Format: int64 */
            value: number;
        };
        /** @description A stored line. */
        FoundLine: components["schemas"]["Line"] & {
            /**
             * @description Where it stands, for `around`.
             * @example 1714979289000000012.0
             */
            position: string;
        };
        FoundLines: {
            count: number;
            /** @description The oldest first. */
            lines: components["schemas"]["FoundLine"][];
            /**
             * Format: date-time
             * @description When the oldest line was said that is stored; left out where there is none.
             */
            oldest?: string | null;
            /** @description How many stored lines are as they are wanted, of which these are some. */
            total: number;
        };
        GenerateInput: {
            /** @description Host names (also `*.home.lan`) and addresses, 1 to 100; the certificate goes by the first. */
            domains: string[];
            /**
             * @description `self-signed` (default) or `acme`.
             * @example self-signed
             */
            provider?: string | null;
        };
        HealthBody: {
            /** @description By name; empty for a caller that is neither local nor authenticated. */
            components: {
                [key: string]: components["schemas"]["ComponentBody"];
            };
            status: components["schemas"]["HealthStatus"];
            /** Format: date-time */
            timestamp: string;
            /** Format: int64 */
            uptimeSeconds: number;
            version: string;
        };
        /** @description How an app's health is checked; what is left out is as configured. */
        HealthCheckJson: {
            disabled?: boolean;
            /**
             * Format: int32
             * @description Only this status is healthy; otherwise anything below 500 is.
             */
            expectedStatus?: number | null;
            /** @description A duration such as `30s`, between `1s` and `1h`. */
            interval?: string | null;
            /** @description A path on the app. */
            path?: string | null;
            /** @description A duration, at most the interval. */
            timeout?: string | null;
        };
        /** @description What the last checks of an app found. */
        HealthInfo: {
            /** Format: int32 */
            consecutiveFailures: number;
            /** Format: date-time */
            lastCheck?: string | null;
            /** Format: date-time */
            lastSuccess?: string | null;
            message?: string | null;
            /**
             * Format: int64
             * @description In milliseconds.
             */
            responseTime?: number | null;
            status: components["schemas"]["AppHealth"];
            /** Format: int32 */
            statusCode?: number | null;
        };
        /** @enum {string} */
        HealthStatus: "healthy" | "degraded" | "unhealthy";
        /**
         * @description Which host the app is told.
         * @enum {string}
         */
        HostHeader: "client" | "upstream";
        /** @description An end that nobody wanted, and what led to it. */
        Incident: {
            /** Format: date-time */
            at: string;
            /** @description The id that the container had then. */
            containerId: string;
            /** Format: int64 */
            exitCode?: number | null;
            id: string;
            image: string;
            /** @description The last lines, the oldest first. */
            lines: components["schemas"]["Line"][];
            name: string;
            namespace?: string | null;
            /** @description It took more memory than it may. */
            outOfMemory: boolean;
            runtime: string;
            /** @description What it used in the last minutes, the oldest first. */
            stats: components["schemas"]["Sample"][];
        };
        Incidents: {
            count: number;
            /** @description The newest first. */
            incidents: components["schemas"]["Incident"][];
        };
        InfoBody: {
            baseUrl: string;
            buildDate: string;
            capabilities: string[];
            instanceId: string;
            /** Format: int64 */
            uptimeSeconds: number;
            version: string;
        };
        InviteInput: {
            /**
             * @description `HOST` or `HOST:PORT`, where the peer gossips.
             * @example attic.local:7946
             */
            address: string;
        };
        KeyCreated: components["schemas"]["KeyView"] & {
            /** @description The whole key, shown this once. */
            key: string;
        };
        KeyInput: {
            /** Format: date-time */
            expiresAt?: string | null;
            name: string;
            scopes: string[];
        };
        KeyView: {
            /** Format: date-time */
            createdAt: string;
            createdBy: string;
            /** Format: date-time */
            expiresAt?: string | null;
            id: string;
            /** Format: date-time */
            lastUsedAt?: string | null;
            name: string;
            /** @description The beginning of the key. */
            prefix: string;
            /** Format: date-time */
            revokedAt?: string | null;
            scopes: string[];
        };
        /** @enum {string} */
        Kind: "text" | "password" | "number" | "boolean" | "select" | "port";
        Line: {
            message: string;
            /** @description `stdout` or `stderr`. */
            stream: string;
            /** Format: date-time */
            timestamp: string;
        };
        /** @description A container of the list. */
        ListedView: components["schemas"]["ContainerView"] & {
            /** @description The ids of the routes that lead to it. */
            routes: string[];
        };
        LoginDone: components["schemas"]["TokenPair"] & {
            user: components["schemas"]["UserView"];
        };
        LoginInput: {
            /** Format: password */
            password: string;
            username: string;
        };
        /** @description What was made, and whether handshakes show it already. */
        Made: {
            certificate: components["schemas"]["CertificateDetails"];
            success: boolean;
            /** @description False only where the gateway speaks plain HTTP. */
            tls_upgraded: boolean;
        };
        Me: {
            user: components["schemas"]["UserView"];
        } | {
            device: components["schemas"]["DeviceView"];
        };
        MemoryView: {
            /** Format: int64 */
            available: number;
            /** Format: int64 */
            limit: number;
            /**
             * Format: double
             * @description Per cent of the limit.
             */
            usage: number;
            /**
             * Format: int64
             * @description Bytes, without the pages of files that the kernel would give away.
             */
            used: number;
        };
        Message: {
            message: string;
        };
        MinuteBody: {
            /**
             * Format: date-time
             * @description When the minute began.
             */
            at: string;
            /** Format: double */
            avgLatencyMs: number;
            /** Format: int64 */
            bytesSent: number;
            /** Format: int64 */
            failures: number;
            /** Format: int64 */
            requests: number;
        };
        /**
         * @description What happens to times that passed while nobody could run anything.
         * @enum {string}
         */
        Missed: "skip" | "once";
        /** @description Since the host was started, over all interfaces but those of containers and loopback. */
        NetworkBody: {
            /** Format: int64 */
            rx_bytes: number;
            /** Format: int64 */
            tx_bytes: number;
        };
        NetworkView: {
            /**
             * Format: int64
             * @description Bytes received since it was started.
             */
            rx: number;
            /**
             * Format: int64
             * @description Bytes sent.
             */
            tx: number;
        };
        NotificationList: {
            /** @description There only while notifications are switched off. */
            enabled?: boolean | null;
            /** Format: int32 */
            limit: number;
            notifications: components["schemas"]["NotificationView"][];
            /** Format: int32 */
            offset: number;
            /** Format: int64 */
            total: number;
        };
        NotificationStats: {
            enabled: boolean;
            /**
             * Format: int64
             * @description Of those pending, how many wait too long.
             */
            staleCount: number;
            /** Format: int64 */
            totalDelivered: number;
            /** Format: int64 */
            totalDismissed: number;
            /** Format: int64 */
            totalFailed: number;
            /** Format: int64 */
            totalPending: number;
        };
        NotificationView: {
            /**
             * Format: date-time
             * @description When the device said itself that it has it.
             */
            acknowledgedAt?: string | null;
            /** Format: int64 */
            attempts: number;
            /** Format: date-time */
            createdAt: string;
            /** Format: date-time */
            deliveredAt?: string | null;
            deviceId: string;
            /** @description Empty where no such device is paired. */
            deviceName: string;
            errorMessage?: string | null;
            /** Format: date-time */
            expiresAt: string;
            /** Format: int64 */
            id: number;
            isStale: boolean;
            /** Format: date-time */
            lastAttemptAt?: string | null;
            /** Format: int32 */
            maxAttempts: number;
            /** @description The `data` of the socket message. */
            payload: Record<string, never>;
            /** @description `pending`, `delivered`, `failed` or `dismissed`. */
            status: string;
            type: string;
        };
        /** @enum {string} */
        OnFailure: "stop" | "continue";
        /**
         * @description Whose record it is.
         * @enum {string}
         */
        Origin: "config" | "discovery" | "manual" | "toolbox" | "federation";
        OutcomeView: {
            /**
             * @description The code, and why.
             * @example CONTAINER_NOT_FOUND: This container does not exist
             */
            error?: string | null;
            id: string;
            name: string;
            success: boolean;
        };
        /**
         * @description What happens at a time when the earlier run has not ended.
         * @enum {string}
         */
        Overlap: "skip" | "queue" | "allow";
        PairDone: components["schemas"]["TokenPair"] & {
            deviceId: string;
            scopes: string[];
            /** @description `approved`, or `pending` until an administrator says so. */
            status: string;
        };
        PairingConfiguration: {
            baseUrl: string;
            bootstrapToken: string;
            capabilities: string[];
            /**
             * Format: int64
             * @description Unix seconds; until then the bootstrap token can be used.
             */
            expiresAt: number;
            instanceId: string;
            name: string;
            /** @description `sha256/<base64>` of the public keys that the gateway serves with. */
            spkiPins: string[];
        };
        PairInput: {
            device: components["schemas"]["DeviceInput"];
        };
        /** @enum {string} */
        ParameterKind: "text" | "password" | "number" | "boolean" | "select";
        ParameterView: {
            default?: string | null;
            description?: string;
            label?: string;
            /** @description The environment variable. */
            name: string;
            /** @description The values of a `select`. */
            options?: string[];
            required?: boolean;
            type?: components["schemas"]["ParameterKind"];
            /** @description A regular expression that the whole value must match. */
            validation?: string | null;
        };
        PasswordInput: {
            /** Format: password */
            currentPassword: string;
            /** Format: password */
            newPassword: string;
        };
        PeerList: {
            count: number;
            /** @description Whether federation is switched on. */
            enabled: boolean;
            peers: components["schemas"]["PeerView"][];
        };
        /** @enum {string} */
        PeerStatus: "connected" | "disconnected";
        /** @description Another gateway. */
        PeerView: {
            /** @description Where people reach it. */
            address: string;
            gossipAddress: string;
            /** @description It follows from the gateway's key and never changes. */
            id: string;
            /** Format: date-time */
            lastSeen: string;
            name: string;
            /** @description Whether its apps open through this gateway; else they open at their own. */
            remoteRoutes: boolean;
            /** @description How many of its apps are shown here. */
            serviceCount: number;
            status: components["schemas"]["PeerStatus"];
            /** @description Of its program. */
            version: string;
        };
        PortView: {
            /** Format: int32 */
            port: number;
            scheme: components["schemas"]["Scheme"];
        };
        Preview: {
            cronExpression: string;
            /** @description The next ten times. */
            nextRuns: string[];
            timezone: string;
        };
        /** @description Each list names the services, with what they have where there is a choice. */
        Privileges: {
            /** @description As `service: NET_ADMIN`. */
            capabilities: string[];
            /** @description As `service: /dev/dri`. */
            devices: string[];
            /** @description Services that hold the engine's socket: as good as root on the machine. */
            docker_socket: string[];
            /** @description Paths of the machine, as `service: path`. */
            host_mounts: string[];
            /** @description Services that see the machine's processes or its shared memory. */
            host_namespaces: string[];
            host_network: string[];
            privileged: string[];
            /** @description Security options and kernel settings, as `service: option`. */
            relaxations: string[];
        };
        /** @description A service that was found and that an administrator may let in. */
        Proposal: {
            /** @description One of them can be chosen when the proposal is approved. */
            availablePorts: components["schemas"]["PortView"][];
            /** Format: double */
            confidence: number;
            /** @description A name or an address. */
            detectedHost: string;
            /**
             * Format: int32
             * @description The port at which the gateway reaches it, where it is published under another than its own.
             */
            detectedPort: number;
            detectedScheme: components["schemas"]["Scheme"];
            /** @description How the confidence came about. */
            evidence: string[];
            /**
             * @description `proposal_<source>_<scheme>_<app>_<port>`; the same as long as the service is the same,
             *     whatever its address.
             */
            id: string;
            /** Format: date-time */
            lastSeen: string;
            /**
             * @description What to know before others are let in: the source, the token that callers need, the
             *     address, and which wishes of the service were refused.
             */
            securityNotes: string[];
            source: components["schemas"]["Source"];
            suggestedApp: components["schemas"]["AppView"];
            suggestedRoute: components["schemas"]["RouteView"];
            tags: string[];
        };
        PushKey: {
            /** @description For `applicationServerKey`, base64url. */
            publicKey: string;
        };
        /** @description What the QR code holds: base address and code. */
        QrPayload: {
            c: string;
            u: string;
        };
        QrView: {
            c: string;
            code: string;
            /**
             * Format: int64
             * @description Unix seconds.
             */
            expiresAt: number;
            qr: components["schemas"]["QrPayload"];
            u: string;
        };
        QuarterBody: {
            /**
             * Format: date-time
             * @description When the quarter began.
             */
            at: string;
            /** Format: double */
            avgLatencyMs: number;
            /** Format: int64 */
            failures: number;
            /** Format: double */
            healthy?: number | null;
            /** Format: double */
            p95Ms: number;
            /** Format: int64 */
            requests: number;
            /** @description How many answers there were of each class that there were any of. */
            statusClasses: {
                [key: string]: number;
            };
        };
        QuickStatsBody: {
            /**
             * Format: double
             * @description The mean time of today's answers in milliseconds, to their first header; 0 while there are
             *     none.
             */
            avgLatency: number;
            /** Format: int64 */
            devicesOnline: number;
            /** Format: int64 */
            devicesTotal: number;
            /**
             * Format: int64
             * @description Requests since midnight UTC: those of apps, and those to the management address, probes and
             *     metrics included.
             */
            requestsToday: number;
            /** Format: int64 */
            routesTotal: number;
            /** Format: int64 */
            servicesOffline: number;
            /** Format: int64 */
            servicesOnline: number;
            /** Format: int64 */
            servicesTotal: number;
            /**
             * Format: double
             * @description The share of the last 30 days, or of the time since the first start, in which the gateway
             *     ran and could write its database.
             */
            uptimePercent: number;
        };
        /** @description When nobody is to be disturbed: what happens then is told of when it is over. */
        QuietHours: {
            /** @example 22:00 */
            from: string;
            /**
             * @description An IANA name; the host's own zone where it is left out.
             * @example Europe/Berlin
             */
            timezone?: string | null;
            /**
             * @description On the next day where it lies before `from`.
             * @example 07:00
             */
            to: string;
        };
        /** @description What exceeds it is told of together, when the time is over. */
        RateLimit: {
            /** Format: int32 */
            count: number;
            /** Format: int32 */
            minutes: number;
        };
        RedeemInput: {
            code: string;
        };
        Rediscovering: {
            /**
             * Format: int64
             * @description How many proposals were taken off the list; those whose services are there come back.
             */
            activeCleared: number;
            /**
             * Format: int64
             * @description How many dismissals were forgotten.
             */
            dismissedCleared: number;
            message: string;
            /** @example success */
            status: string;
        };
        RefreshDone: components["schemas"]["TokenPair"] & {
            deviceId: string;
            scopes: string[];
        };
        RenewInput: {
            domain: string;
        };
        ReplaceInput: {
            /** @description The chain in PEM form, the leaf first. */
            certificate: string;
            domain: string;
            /**
             * Format: password
             * @description In PEM form, not encrypted. It is never given out again.
             */
            privateKey: string;
        };
        ReportedActivity: {
            details?: string | null;
            /** @description For these devices alone; empty: for everybody. */
            deviceIds?: string[];
            /** @description The name of an icon; `Bell` where it is left out or not known. */
            icon?: string | null;
            /** @description `success`, `warning`, `danger`, `info`, or nothing. */
            iconClass?: string | null;
            /** @description What happened; shown as text, never as markup. At most 4 KiB. */
            message: string;
        };
        ResourcesBody: {
            /**
             * Format: double
             * @description Percent of all processors together.
             */
            cpu: number;
            /**
             * Format: double
             * @description Percent of the disk that holds the gateway's data.
             */
            disk: number;
            /** Format: int64 */
            disk_total: number;
            /** Format: int64 */
            disk_used: number;
            network: components["schemas"]["NetworkBody"];
            /**
             * Format: double
             * @description Percent.
             */
            ram: number;
            /** Format: int64 */
            ram_total: number;
            /** Format: int64 */
            ram_used: number;
            /**
             * Format: int64
             * @description Bytes of the gateway's database.
             */
            storage_size: number;
        };
        RestoreAnswer: {
            message: string;
            /** @description How many there are of each thing that was restored. */
            restored: {
                [key: string]: number;
            };
            warnings: string[];
        };
        /** @description Where no part is named, everything is restored; where any is, those that are left out are not. */
        RestoreInput: {
            /** @description Take a backup that was not made by this gateway and is not encrypted. */
            acceptForeign?: boolean | null;
            restoreApiKeys?: boolean | null;
            restoreApps?: boolean | null;
            restoreCertificates?: boolean | null;
            restoreDeployments?: boolean | null;
            restoreDevices?: boolean | null;
            restoreDismissals?: boolean | null;
            /** @description Channels and rules. */
            restoreNotifications?: boolean | null;
            /** @description Bring back devices and API keys that were revoked or deleted since, too. */
            restoreRevoked?: boolean | null;
            restoreRoutes?: boolean | null;
            /** @description Scripts, workflows and schedules. */
            restoreScripts?: boolean | null;
            restoreUsers?: boolean | null;
        };
        Retried: {
            /** Format: int64 */
            id: number;
            status: string;
        };
        RetryInput: {
            ids: number[];
        };
        RetryMany: {
            /** Format: int64 */
            count: number;
            status: string;
        };
        /** @description A route to make or to change; what is left out keeps its value, or has its default. */
        RouteInput: {
            /** @description Where it is left out, the app has the route's id. It is made where there is none. */
            appId?: string | null;
            cache?: boolean | null;
            /** @description The container behind the app. */
            containerId?: string | null;
            /** @description Let an `Authorization` that is not ours through to the app. */
            forwardAuthorization?: boolean | null;
            healthCheck?: components["schemas"]["HealthCheckJson"] | null;
            hostHeader?: components["schemas"]["HostHeader"] | null;
            /** @description The app's: an address, an icon's name or an emoji. */
            icon?: string | null;
            /** @description Take any certificate of the app. */
            insecureUpstream?: boolean | null;
            /** @description A plain path below `/apps/`; `/apps/<appId>/` where it is left out. */
            pathBase?: string | null;
            /** @description Keep the app's cookies for devices whose tokens list `access:mobile`. */
            persistCookies?: boolean | null;
            /** @description Let anybody in, without a credential. */
            publicAccess?: boolean | null;
            /** @description Rewrite pages so that they work below the prefix; on by default. */
            rewriteHtml?: boolean | null;
            /**
             * @description 1 to 64 of `a-z`, `0-9`, `_` and `-`. `POST` makes one of the app's id where it is left
             *     out; with `PUT` it must be that of the path.
             */
            routeId?: string | null;
            routingMode?: components["schemas"]["RoutingMode"] | null;
            /**
             * @description What a caller needs, all of it; `access:<appId>` where it is left out. An empty list
             *     lets every valid caller in.
             */
            scopes?: string[] | null;
            /** @description Leave the prefix out before forwarding; on by default. */
            stripPrefix?: boolean | null;
            /**
             * @description The name before `server.base_domain`; the app's id where one is needed and none is
             *     given.
             */
            subdomain?: string | null;
            /**
             * @description `http://…`, `https://…` or, for HTTP/2 without encryption, `h2c://…`; never the
             *     gateway itself. Required for a new route.
             */
            to?: string | null;
            /** @description Allow WebSocket upgrades; off by default. `websockets` is read, too. */
            websocket?: boolean | null;
        };
        /**
         * @description How a route's app is doing, in the words of the API.
         * @enum {string}
         */
        RouteStatus: "ACTIVE" | "UNHEALTHY" | "UNKNOWN";
        RouteView: {
            appId: string;
            cache: boolean;
            containerId?: string | null;
            forwardAuthorization: boolean;
            healthCheck?: components["schemas"]["HealthCheckJson"] | null;
            healthInfo?: components["schemas"]["HealthInfo"] | null;
            hostHeader: components["schemas"]["HostHeader"];
            /** @description The app's. */
            icon: string;
            insecureUpstream: boolean;
            origin: components["schemas"]["Origin"];
            pathBase: string;
            persistCookies: boolean;
            publicAccess: boolean;
            rewriteHtml: boolean;
            routeId: string;
            routingMode: components["schemas"]["RoutingMode"];
            /** @description A caller needs every one of them. */
            scopes: string[];
            status: components["schemas"]["RouteStatus"];
            stripPrefix: boolean;
            subdomain?: string | null;
            to: string;
            websocket: boolean;
        };
        /**
         * @description What leads to an app: its path, a host name of its own, or both.
         * @enum {string}
         */
        RoutingMode: "path" | "subdomain" | "both";
        RuleInput: {
            /** @description Empty: every paired device. */
            deviceIds?: string[] | null;
            /**
             * Format: int32
             * @description What happens within so many minutes is told of together; 0: at once.
             */
            digestMinutes?: number | null;
            enabled?: boolean | null;
            /** @description Needed for a new rule. */
            event?: string | null;
            name?: string | null;
            quietHours?: components["schemas"]["QuietHours"] | null;
            rateLimit?: components["schemas"]["RateLimit"] | null;
        };
        RuleList: {
            count: number;
            /** @description What a rule can be about. */
            events: string[];
            rules: components["schemas"]["RuleView"][];
        };
        RuleView: {
            /** Format: date-time */
            createdAt: string;
            createdBy: string;
            deviceIds: string[];
            /** Format: int32 */
            digestMinutes: number;
            enabled: boolean;
            event: string;
            id: string;
            name: string;
            quietHours?: components["schemas"]["QuietHours"] | null;
            rateLimit: components["schemas"]["RateLimit"];
        };
        RunList: {
            count: number;
            /** @description `false` while the feature is switched off. */
            enabled?: boolean;
            /** @description Newest first. */
            executions: components["schemas"]["RunView"][];
            /** Format: int32 */
            limit: number;
            /** Format: int32 */
            offset: number;
            /** Format: int64 */
            total: number;
        };
        RunView: {
            /** Format: date-time */
            completedAt?: string | null;
            errorMessage?: string | null;
            /** @example wfexec_0123456789abcdef01234567 */
            id: string;
            isDryRun: boolean;
            /** Format: date-time */
            startedAt: string;
            status: components["schemas"]["ExecutionStatus"];
            steps: components["schemas"]["StepResult"][];
            triggeredBy: string;
            triggeredIp?: string | null;
            workflowId: string;
        };
        Sample: {
            /** Format: date-time */
            at: string;
            /** Format: double */
            coresUsed: number;
            /** Format: int64 */
            memoryLimit: number;
            /**
             * Format: int64
             * @description Bytes.
             */
            memoryUsed: number;
        };
        /** @description A schedule to make, or what to change about one: fields that are left out keep their value. */
        ScheduleInput: {
            /**
             * @description Minute, hour, day of the month, month, day of the week (Sunday is 0).
             * @example 30 2 * * MON-FRI
             */
            cronExpression?: string | null;
            /** @description Required to make one. */
            enabled?: boolean | null;
            missed?: components["schemas"]["Missed"] | null;
            overlap?: components["schemas"]["Overlap"] | null;
            parameters?: components["schemas"]["BTreeMap"] | null;
            /** @description Either this or `workflowId`. */
            scriptId?: string | null;
            /** @description An IANA name; the host's where it is left out. */
            timezone?: string | null;
            workflowId?: string | null;
        };
        ScheduleList: {
            count: number;
            /** @description `false` while the feature is switched off. */
            enabled?: boolean;
            schedules: components["schemas"]["ScheduleView"][];
        };
        ScheduleView: {
            /** Format: date-time */
            createdAt: string;
            createdBy: string;
            cronExpression: string;
            enabled: boolean;
            /** @example schedule_0123456789abcdef */
            id: string;
            /** Format: date-time */
            lastRunAt?: string | null;
            missed: components["schemas"]["Missed"];
            /** Format: date-time */
            nextRunAt?: string | null;
            overlap: components["schemas"]["Overlap"];
            /** @description Passwords are masked. */
            parameters: components["schemas"]["BTreeMap"];
            scriptId?: string | null;
            timezone?: string | null;
            workflowId?: string | null;
        };
        /**
         * @description How an upstream is spoken to.
         * @enum {string}
         */
        Scheme: "http" | "https" | "h2c";
        /** @description A script to register, or what to change about one: fields that are left out keep their value. */
        ScriptInput: {
            /**
             * @description A caller needs one of these to run, change, schedule or delete the script; empty: whoever
             *     may change things.
             */
            allowedScopes?: string[] | null;
            category?: string | null;
            description?: string | null;
            /**
             * @description For dry runs: an option that is added to the command, or, where it does not begin with
             *     `-`, a command that runs in its place.
             */
            dryRunCommand?: string | null;
            environment?: components["schemas"]["BTreeMap"] | null;
            /** @description Required to register; the id is its lower-case, hyphenated form. */
            name?: string | null;
            parameters?: components["schemas"]["ParameterView"][] | null;
            /**
             * @description Required to register: a path below the scripts directory. `.sh` and `.bash` run in a
             *     shell, `.py` with `python3`, anything else must be executable.
             */
            scriptPath?: string | null;
            /** Format: int32 */
            timeoutSeconds?: number | null;
        };
        /** @enum {string} */
        ScriptKind: "shell" | "python" | "binary";
        ScriptList: {
            count: number;
            /** @description `false` while the feature is switched off. */
            enabled?: boolean;
            scripts: components["schemas"]["ScriptView"][];
        };
        ScriptView: {
            allowedScopes: string[];
            category: string;
            /** Format: date-time */
            createdAt: string;
            createdBy: string;
            description: string;
            dryRunCommand: string;
            /** @description Masked for those who may not change things. */
            environment: components["schemas"]["BTreeMap"];
            id: string;
            name: string;
            /** @description The default of a password is masked. */
            parameters: components["schemas"]["ParameterView"][];
            scriptPath: string;
            scriptType: components["schemas"]["ScriptKind"];
            /** Format: int32 */
            timeoutSeconds: number;
            /** Format: date-time */
            updatedAt: string;
        };
        ServiceHealth: components["schemas"]["HealthInfo"] & {
            appId: string;
        };
        /** @enum {string} */
        SettingSource: "default" | "file" | "environment" | "flag";
        SettingView: {
            /** @description As in the file, with dots. */
            key: string;
            meaning: string;
            /** @description Whether a change counts only after a restart. */
            needsRestart: boolean;
            source: components["schemas"]["SettingSource"];
            /** @description Secrets are `***`, lists are JSON. */
            value: string;
            /** @description The variable that can set it. */
            variable: string;
            /** @description Whether it was changed since the start and waits for one. */
            waits: boolean;
            /** @description The file and the line, the variable or the flag; empty for a default. */
            written: string;
        };
        SetupDone: {
            message: string;
            username: string;
        };
        SetupInput: {
            /** Format: password */
            password: string;
            /** @description What the program printed at its start; needed from other machines. */
            setupCode?: string | null;
            username: string;
        };
        SetupStatus: {
            hasUsers: boolean;
            setupRequired: boolean;
            /** @description Whether a browser may still be signed in: `POST /api/v1/auth/session` tells. */
            staysSignedIn: boolean;
        };
        /** @description What is shown of it, and what is kept in the clear. */
        Shown: {
            encryption?: string | null;
            from?: string | null;
            host?: string | null;
            /** Format: int32 */
            port?: number | null;
            /** Format: int64 */
            priority?: number | null;
            to?: string[] | null;
            topic?: string | null;
            /** @description The server; of a webhook without its path, which is often a secret. */
            url?: string | null;
            username?: string | null;
        };
        /** @enum {string} */
        Source: "docker" | "kubernetes" | "mdns";
        StaleList: {
            devices: components["schemas"]["StaleView"][];
            /** @description There only while notifications are switched off. */
            enabled?: boolean | null;
            /** Format: int64 */
            staleThresholdHours: number;
        };
        StaleView: {
            /** Format: int64 */
            count: number;
            deviceId: string;
            deviceName: string;
            /** Format: date-time */
            newestAt: string;
            /** Format: date-time */
            oldestAt: string;
            types: string[];
        };
        StatsBody: {
            devices: components["schemas"]["FigureBody"];
            /** @description Services that were found and wait for a decision. */
            discoveries: components["schemas"]["FigureBody"];
            /**
             * @description Requests since midnight UTC, those of apps included, compared with yesterday up to the same
             *     time of day.
             */
            requests: components["schemas"]["FigureBody"];
            routes: components["schemas"]["FigureBody"];
        };
        /** @description What a container uses. */
        StatsView: {
            containerId: string;
            cpu: components["schemas"]["CpuView"];
            memory: components["schemas"]["MemoryView"];
            network: components["schemas"]["NetworkView"];
            /**
             * Format: int64
             * @description Seconds.
             */
            timestamp: number;
            /** @description Why there are no figures. */
            warning?: string | null;
        };
        Step: {
            onFailure: components["schemas"]["OnFailure"];
            /** @description Passwords are masked. */
            parameters: components["schemas"]["BTreeMap"];
            scriptId: string;
        };
        StepInput: {
            onFailure?: components["schemas"]["OnFailure"] | null;
            parameters?: components["schemas"]["BTreeMap"];
            scriptId: string;
        };
        StepResult: {
            /** @description Missing until the step begins. */
            executionId?: string | null;
            scriptId: string;
            status: components["schemas"]["StepStatus"];
        };
        /**
         * @description Like its execution; or it was never come to.
         * @enum {string}
         */
        StepStatus: "pending" | "running" | "completed" | "failed" | "timeout" | "cancelled" | "skipped";
        /** @description A field of the route that should have another value. */
        Suggestion: {
            /** @description By the name that the API has for it. */
            field: string;
            /** @description A truth value or a text, as the field has it. */
            value: unknown;
            why: string;
        };
        Suggestions: {
            count: number;
            suggestions: string[];
        };
        SyncReport: {
            /** Format: int64 */
            durationMs: number;
            peersContacted: number;
            /** @description Apps that peers sent us, over all of them. */
            servicesReceived: number;
            /** @description Apps that we sent to peers, over all of them. */
            servicesSent: number;
            /** @description Whether every peer answered. */
            success: boolean;
        };
        TestResult: {
            error?: string | null;
            /** @description Whether the receiver took it. */
            success: boolean;
        };
        /** @description The same token under both of the names that clients look for. */
        TokenPair: {
            accessToken: string;
            /**
             * Format: int64
             * @description Seconds.
             */
            expiresIn: number;
            token: string;
        };
        ToolboxData: {
            count: number;
            /** @description Names of volumes; a folder below the data directory begins with `./`. */
            volumes: string[];
        };
        ToolboxDeleted: {
            message: string;
            removed: components["schemas"]["ToolboxRemoved"];
        };
        ToolboxDeployAnswer: {
            deployment_id: string;
            message: string;
            status: string;
        };
        /** @description What to deploy. The camel-case spelling of every field is read, too. */
        ToolboxDeployInput: {
            /** @description `false`: everything is made, and nothing started. Left out: as configured. */
            auto_start?: boolean | null;
            /** @description Replaces the image of the route's service. */
            custom_image?: string | null;
            /**
             * Format: int64
             * @description Replaces the published port of the route's service.
             */
            custom_port?: number | null;
            env_vars?: {
                [key: string]: string;
            };
            /** @description The template's id. */
            service_id: string;
            /** @description What it is called, and the root of its app's id. */
            service_name: string;
        };
        ToolboxDeployment: {
            container_ids: string[];
            container_names: string[];
            /** Format: date-time */
            created_at: string;
            custom_image?: string | null;
            /** Format: int32 */
            custom_port?: number | null;
            /** Format: date-time */
            deployed_at?: string | null;
            deployed_by: string;
            /** @description Secret values are masked. */
            env_vars: {
                [key: string]: string;
            };
            /** @description Why it failed, or what went wrong with the last change. */
            error_message?: string | null;
            id: string;
            images_pulled?: string[];
            project_name: string;
            route_id?: string | null;
            service_name: string;
            service_template_id: string;
            /** @description `pending`, `deploying`, `deployed`, `failed` or `stopped`. */
            status: string;
            /** Format: date-time */
            updated_at: string;
        };
        ToolboxDeploymentList: {
            count: number;
            deployments: components["schemas"]["ToolboxDeployment"][];
            /** @description `false` while the toolbox is switched off, else left out. */
            enabled?: boolean | null;
        };
        /** @description What a deployment would be. */
        ToolboxPlan: {
            auto_start: boolean;
            /** @description The compose file with everything filled in and secrets masked. */
            compose: string;
            conflicts: components["schemas"]["Conflict"][];
            /** @description Whether it could be deployed now. */
            deployable: boolean;
            env_vars: {
                [key: string]: string;
            };
            /** @description Folders below the data directory. */
            folders: string[];
            networks: string[];
            privileges: components["schemas"]["Privileges"];
            /** @description Why it would be refused. */
            refusal?: string | null;
            route?: components["schemas"]["ToolboxPlannedRoute"] | null;
            /** @description The same in words. */
            security_notes: string[];
            service_id: string;
            service_name: string;
            services: components["schemas"]["ToolboxPlannedService"][];
            volumes: string[];
            warnings: string[];
        };
        ToolboxPlannedRoute: {
            app_id: string;
            path: string;
        };
        ToolboxPlannedService: {
            depends_on: string[];
            image: string;
            /** @description Whether the engine has the image already; left out where it could not be asked. */
            image_present?: boolean | null;
            name: string;
            /** @description As `127.0.0.1:8080:80/tcp`. */
            ports: string[];
        };
        ToolboxProblem: {
            column?: number | null;
            /** @description Left out where it is about no line. */
            line?: number | null;
            reason: string;
        };
        /** @description What shall be another. What is left out stays as it is. */
        ToolboxRedeployInput: {
            custom_image?: string | null;
            /** Format: int64 */
            custom_port?: number | null;
            env_vars?: {
                [key: string]: string;
            };
        };
        ToolboxRemoved: {
            containers: string[];
            networks: string[];
            volumes: string[];
        };
        /** @description The limits of the template's services together. */
        ToolboxResources: {
            /** @description In cores, by service. */
            cpus: {
                [key: string]: number;
            };
            /** @description In bytes, by service. */
            memory: {
                [key: string]: number;
            };
        };
        ToolboxRoute: {
            /** Format: int32 */
            port: number;
            rewrite_html: boolean;
            scopes?: string[] | null;
            service: string;
            strip_prefix: boolean;
            websocket: boolean;
        };
        /** @description A service that can be deployed. */
        ToolboxTemplate: {
            broken?: components["schemas"]["ToolboxProblem"] | null;
            category: string;
            /** Format: int32 */
            default_port?: number | null;
            default_route?: components["schemas"]["ToolboxRoute"] | null;
            description: string;
            documentation?: string | null;
            env_vars: components["schemas"]["ToolboxVariable"][];
            icon?: string | null;
            id: string;
            /** @description The image of the main service; empty where the template is broken. */
            image: string;
            image_url?: string | null;
            name: string;
            repository_url?: string | null;
            resources?: components["schemas"]["ToolboxResources"] | null;
            security_notes: string[];
            tags: string[];
        };
        ToolboxTemplateList: {
            count: number;
            /** @description `false` while the toolbox is switched off, else left out. */
            enabled?: boolean | null;
            services: components["schemas"]["ToolboxTemplate"][];
        };
        ToolboxVariable: {
            default?: string | null;
            description?: string | null;
            label: string;
            name: string;
            options?: string[];
            required: boolean;
            type: components["schemas"]["Kind"];
            /** @description A regular expression that the whole value must match. */
            validation?: string | null;
        };
        /** @description What went through an app since the gateway was started. */
        TrafficBody: {
            appId: string;
            /**
             * Format: double
             * @description The mean time to the first header of an answer; 0 while there are none.
             */
            avgLatencyMs: number;
            /**
             * Format: int64
             * @description Of the requests' bodies.
             */
            bytesReceived: number;
            /**
             * Format: int64
             * @description Of the answers' bodies.
             */
            bytesSent: number;
            /**
             * @description Who used the app within the last 30 days, the latest first, 20 at most. Only for callers
             *     with `read:*`.
             */
            callers?: components["schemas"]["CallerBody"][] | null;
            /**
             * Format: int64
             * @description Requests of the app's pages that left its prefix and were led back into it: 0 for an app
             *     that runs cleanly below its path.
             */
            escaped: number;
            /**
             * @description Requests that came to nothing, by cause: `connect`, `timeout`, `closed`, `protocol`,
             *     `unavailable`, and `client` for clients that went away.
             */
            failures: {
                [key: string]: number;
            };
            lastDay: components["schemas"]["DayBody"];
            /**
             * Format: double
             * @description Half of the answers began within this time. As exact as the steps in which times are
             *     counted.
             */
            p50Ms: number;
            /** Format: double */
            p95Ms: number;
            /** Format: double */
            p99Ms: number;
            /** Format: int64 */
            requests: number;
            /** @description The last 60 minutes, oldest first; the last one is still going on. */
            series: components["schemas"]["MinuteBody"][];
            /** @description How many answers there were of each class, `1xx` to `5xx`. */
            statusClasses: {
                [key: string]: number;
            };
        };
        UserView: {
            /** Format: date-time */
            createdAt: string;
            /** Format: int64 */
            id: number;
            isActive: boolean;
            /** Format: date-time */
            lastLogin?: string | null;
            /** @description What the user chose for the dashboard. */
            preferences?: Record<string, never> | null;
            scopes: string[];
            username: string;
        };
        /** @enum {string} */
        Verdict: "works" | "works with rewriting" | "needs its own host name";
        /** @description A workflow to make, or what to change about one: fields that are left out keep their value. */
        WorkflowInput: {
            /** @description A caller needs one of these, and what each step's script asks for. */
            allowedScopes?: string[] | null;
            description?: string | null;
            /** @description Required to make one; the id is its lower-case, hyphenated form. */
            name?: string | null;
            /** @description Required to make one; in order. */
            steps?: components["schemas"]["StepInput"][] | null;
        };
        WorkflowList: {
            count: number;
            /** @description `false` while the feature is switched off. */
            enabled?: boolean;
            workflows: components["schemas"]["WorkflowView"][];
        };
        WorkflowView: {
            allowedScopes: string[];
            /** Format: date-time */
            createdAt: string;
            createdBy: string;
            description: string;
            id: string;
            name: string;
            steps: components["schemas"]["Step"][];
            /** Format: date-time */
            updatedAt: string;
        };
    };
    responses: never;
    parameters: never;
    requestBodies: never;
    headers: never;
    pathItems: never;
}
export type $defs = Record<string, never>;
export interface operations {
    getActivityRecent: {
        parameters: {
            query?: {
                /** @description At most this many entries; a larger number than the list allows is lowered to it. */
                limit?: number;
                /** @description Skip this many entries. */
                offset?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description All that is kept, or with `limit` or `offset` a part. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ActivityBody"];
                };
            };
            /** @description The request is malformed or fails validation; `details` says where. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description No credential, or one that does not pass. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description The caller lacks a scope that this needs. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description Too many requests; `Retry-After` says when to try again. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description The database cannot be reached or written at the moment. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
        };
    };
    getAdminAppsOrigin: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Beside the dashboard, or at an origin of their own. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AppsOriginView"];
                };
            };
            /** @description No credential, or one that does not pass. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description Too many requests; `Retry-After` says when to try again. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description The database cannot be reached or written at the moment. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
        };
    };
    putAdminAppsOrigin: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["AppsOriginInput"];
            };
        };
        responses: {
            /** @description Decided. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AppsOriginView"];
                };
            };
            /** @description The request is malformed or fails validation; `details` says where. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description No credential, or one that does not pass. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description The caller lacks a scope that this needs. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description It exists already, or its state does not allow this. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description The body is larger than 1 MiB. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description The body is not `application/json`. */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description Too many requests; `Retry-After` says when to try again. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description The database cannot be reached or written at the moment. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
        };
    };
    getAdminInfo: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description This gateway. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["InfoBody"];
                };
            };
            /** @description No credential, or one that does not pass. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description The caller lacks a scope that this needs. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description Too many requests; `Retry-After` says when to try again. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
        };
    };
    getApikeys: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description All keys, oldest first. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["KeyView"][];
                };
            };
            /** @description No credential, or one that does not pass. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description The caller lacks a scope that this needs. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description Too many requests; `Retry-After` says when to try again. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
        };
    };
    postApikeys: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["KeyInput"];
            };
        };
        responses: {
            /** @description The record, and the key. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["KeyCreated"];
                };
            };
            /** @description The request is malformed or fails validation; `details` says where. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description No credential, or one that does not pass. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description The caller lacks a scope that this needs. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description It exists already, or its state does not allow this. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description The body is larger than 1 MiB. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description The body is not `application/json`. */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description Too many requests; `Retry-After` says when to try again. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description The database cannot be reached or written at the moment. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
        };
    };
    getApikeysByKeyId: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The key's id. */
                keyId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The record. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["KeyView"];
                };
            };
            /** @description The request is malformed or fails validation; `details` says where. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description No credential, or one that does not pass. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description The caller lacks a scope that this needs. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description There is no such thing. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description Too many requests; `Retry-After` says when to try again. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
        };
    };
    deleteApikeysByKeyId: {
        parameters: {
            query?: {
                /** @description Remove the record, too, instead of keeping it as revoked. */
                permanent?: boolean;
            };
            header?: never;
            path: {
                /** @description The key's id. */
                keyId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Message"];
                };
            };
            /** @description The request is malformed or fails validation; `details` says where. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description No credential, or one that does not pass. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description The caller lacks a scope that this needs. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description There is no such thing. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description Too many requests; `Retry-After` says when to try again. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description The database cannot be reached or written at the moment. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
        };
    };
    getApps: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description All apps, those of other gateways too, by name and then by id. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AppView"][];
                };
            };
            /** @description No credential, or one that does not pass. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description The caller lacks a scope that this needs. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description Too many requests; `Retry-After` says when to try again. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
        };
    };
    getAppsByAppId: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The app's id. */
                appId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The app. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AppView"];
                };
            };
            /** @description The request is malformed or fails validation; `details` says where. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description No credential, or one that does not pass. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description The caller lacks a scope that this needs. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description There is no such thing. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description Too many requests; `Retry-After` says when to try again. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
        };
    };
    getAppsByAppIdFavicon: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The app's id. */
                appId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A picture; its type is in `Content-Type`. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "image/*": number[];
                };
            };
            /** @description The caller has it already (`If-None-Match`). */
            304: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The request is malformed or fails validation; `details` says where. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description No credential, or one that does not pass. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description The caller lacks a scope that this needs. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description There is no such thing. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
        };
    };
    getAppsByAppIdTraffic: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The app's id. */
                appId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Since the start, minute by minute for the last hour, and by quarters of an hour for the last day. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TrafficBody"];
                };
            };
            /** @description The request is malformed or fails validation; `details` says where. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description No credential, or one that does not pass. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description The caller lacks a scope that this needs. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description There is no such thing. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description Too many requests; `Retry-After` says when to try again. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description The database cannot be reached or written at the moment. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
        };
    };
    getAuditLogs: {
        parameters: {
            query?: {
                /** @description Only this action, such as `device.revoked`. */
                action?: string;
                /** @description Only what this device or user (`user-<name>`) did. */
                actor?: string;
                /** @description At most this many entries; a larger number than the list allows is lowered to it. */
                limit?: number;
                /** @description Skip this many entries. */
                offset?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A part of the log, and how long the whole is. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AuditBody"];
                };
            };
            /** @description The request is malformed or fails validation; `details` says where. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description No credential, or one that does not pass. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description The caller lacks a scope that this needs. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description Too many requests; `Retry-After` says when to try again. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description The database cannot be reached or written at the moment. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
        };
    };
    postAuthLogin: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["LoginInput"];
            };
        };
        responses: {
            /** @description Signed in. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["LoginDone"];
                };
            };
            /** @description The request is malformed or fails validation; `details` says where. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description The user name or the password is wrong. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description Another site's page sent this. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description The body is larger than 1 MiB. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description The body is not `application/json`. */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description Too many requests; `Retry-After` says when to try again. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description Too many sign-ins at once, or the database is away. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
        };
    };
    postAuthLogout: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Signed out. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Message"];
                };
            };
            /** @description No credential, or one that does not pass. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description A device that waits for approval cannot sign out. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description Too many requests; `Retry-After` says when to try again. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description The database cannot be reached or written at the moment. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
        };
    };
    getAuthMe: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The user or the device of the token. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Me"];
                };
            };
            /** @description No credential, or one that does not pass. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description Too many requests; `Retry-After` says when to try again. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
        };
    };
    postAuthPair: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["PairInput"];
            };
        };
        responses: {
            /** @description The device is paired, or waits for approval. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PairDone"];
                };
            };
            /** @description The request is malformed or fails validation; `details` says where. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description No credential, or one that does not pass. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description Another site's page sent this. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description The id is taken, or too many devices wait. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description The body is larger than 1 MiB. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description The body is not `application/json`. */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description Too many requests; `Retry-After` says when to try again. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description The database cannot be reached or written at the moment. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
        };
    };
    putAuthPassword: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["PasswordInput"];
            };
        };
        responses: {
            /** @description Signed in anew. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["LoginDone"];
                };
            };
            /** @description The request is malformed or fails validation; `details` says where. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description No credential, or one that does not pass. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description The caller lacks a scope that this needs. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description It exists already, or its state does not allow this. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description The body is larger than 1 MiB. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description The body is not `application/json`. */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description Too many requests; `Retry-After` says when to try again. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description The database cannot be reached or written at the moment. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
        };
    };
    putAuthPreferences: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": Record<string, never>;
            };
        };
        responses: {
            /** @description It is kept. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The request is malformed or fails validation; `details` says where. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description No credential, or one that does not pass. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description The caller lacks a scope that this needs. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description The body is larger than 1 MiB. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description The body is not `application/json`. */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description Too many requests; `Retry-After` says when to try again. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description The database cannot be reached or written at the moment. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
        };
    };
    getAuthQr: {
        parameters: {
            query?: {
                format?: "json" | "png";
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The code; it works once, for five minutes. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["QrView"];
                    "image/png": number[];
                };
            };
            /** @description The request is malformed or fails validation; `details` says where. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description Another site's page sent this. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description Too many requests; `Retry-After` says when to try again. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description The database cannot be reached or written at the moment. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
        };
    };
    postAuthRefresh: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A new token. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RefreshDone"];
                };
            };
            /** @description No credential, or one that does not pass. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description Another site's page sent this. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description Too many requests; `Retry-After` says when to try again. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description The database cannot be reached or written at the moment. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
        };
    };
    postAuthSession: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Signed in. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["LoginDone"];
                };
            };
            /** @description This browser is not signed in. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Another site's page sent this. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description Too many requests; `Retry-After` says when to try again. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description The database cannot be reached or written at the moment. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
        };
    };
    deleteAuthSession: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Signed out, or it was not signed in. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Another site's page sent this. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description Too many requests; `Retry-After` says when to try again. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description The database cannot be reached or written at the moment. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
        };
    };
    getAuthSessions: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The one used last comes first. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["BrowserSessionList"];
                };
            };
            /** @description No credential, or one that does not pass. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description Too many requests; `Retry-After` says when to try again. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description The database cannot be reached or written at the moment. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
        };
    };
    deleteAuthSessionsById: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The session's id. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description It is signed out. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The request is malformed or fails validation; `details` says where. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description No credential, or one that does not pass. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description There is no such thing. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description Too many requests; `Retry-After` says when to try again. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description The database cannot be reached or written at the moment. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
        };
    };
    postAuthSetup: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["SetupInput"];
            };
        };
        responses: {
            /** @description Created. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SetupDone"];
                };
            };
            /** @description The request is malformed or fails validation; `details` says where. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description The setup code is missing or wrong. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description A user exists already. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description The body is larger than 1 MiB. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description The body is not `application/json`. */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description Too many requests; `Retry-After` says when to try again. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description The database cannot be reached or written at the moment. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
        };
    };
    getAuthSetupStatus: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Whether a user exists. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SetupStatus"];
                };
            };
            /** @description Another site's page sent this. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description Too many requests; `Retry-After` says when to try again. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
        };
    };
    getBackups: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The newest first. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["BackupList"];
                };
            };
            /** @description No credential, or one that does not pass. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description The caller lacks a scope that this needs. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description Too many requests; `Retry-After` says when to try again. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description The database cannot be reached or written at the moment. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
        };
    };
    postBackups: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["CreateBackupInput"] | null;
            };
        };
        responses: {
            /** @description It lies in the folder. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["BackupView"];
                };
            };
            /** @description The request is malformed or fails validation; `details` says where. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description No credential, or one that does not pass. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description The caller lacks a scope that this needs. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description It exists already, or its state does not allow this. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description The body is larger than 1 MiB. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description The body is not `application/json`. */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description Too many requests; `Retry-After` says when to try again. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description The database cannot be reached or written at the moment. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
        };
    };
    getBackupsById: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description What is known of it. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["BackupView"];
                };
            };
            /** @description No credential, or one that does not pass. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description The caller lacks a scope that this needs. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description There is no such thing. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description Too many requests; `Retry-After` says when to try again. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description The database cannot be reached or written at the moment. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
        };
    };
    deleteBackupsById: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description It is gone. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description No credential, or one that does not pass. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description The caller lacks a scope that this needs. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description There is no such thing. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description Too many requests; `Retry-After` says when to try again. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description The database cannot be reached or written at the moment. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
        };
    };
    getBackupsByIdDownload: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The file. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/octet-stream": number[];
                };
            };
            /** @description No credential, or one that does not pass. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description The caller lacks a scope that this needs. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description There is no such thing. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description Too many requests; `Retry-After` says when to try again. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description The database cannot be reached or written at the moment. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
        };
    };
    postBackupsByIdRestore: {
        parameters: {
            query?: {
                /** @description Only say what would be restored. */
                plan?: boolean;
            };
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["RestoreInput"] | null;
            };
        };
        responses: {
            /** @description What was restored, or would be. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RestoreAnswer"];
                };
            };
            /** @description The request is malformed or fails validation; `details` says where. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description No credential, or one that does not pass. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description The caller lacks a scope that this needs. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description There is no such thing. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description It exists already, or its state does not allow this. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description The body is larger than 1 MiB. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description The body is not `application/json`. */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description Too many requests; `Retry-After` says when to try again. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description The database cannot be reached or written at the moment. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
        };
    };
    getBackupsSchedulerStatus: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The scheduler. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["BackupSchedulerView"];
                };
            };
            /** @description No credential, or one that does not pass. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description The caller lacks a scope that this needs. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description Too many requests; `Retry-After` says when to try again. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description The database cannot be reached or written at the moment. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
        };
    };
    postBackupsSchedulerTrigger: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description It lies in the folder. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["BackupView"];
                };
            };
            /** @description No credential, or one that does not pass. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description The caller lacks a scope that this needs. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description It exists already, or its state does not allow this. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description Too many requests; `Retry-After` says when to try again. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description The database cannot be reached or written at the moment. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
        };
    };
    getCertificates: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The default one first, then by name. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CertificateList"];
                };
            };
            /** @description No credential, or one that does not pass. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description The caller lacks a scope that this needs. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description Too many requests; `Retry-After` says when to try again. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
        };
    };
    getCertificatesByDomain: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The name that it goes by. */
                domain: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The certificate; its key never leaves the gateway. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CertificateAnswer"];
                };
            };
            /** @description The request is malformed or fails validation; `details` says where. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description No credential, or one that does not pass. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description The caller lacks a scope that this needs. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description There is no such thing. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description Too many requests; `Retry-After` says when to try again. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
        };
    };
    deleteCertificatesByDomain: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The name that it goes by. */
                domain: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description It is gone. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Deleted"];
                };
            };
            /** @description The request is malformed or fails validation; `details` says where. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description No credential, or one that does not pass. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description The caller lacks a scope that this needs. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description There is no such thing. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description It exists already, or its state does not allow this. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description Too many requests; `Retry-After` says when to try again. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description The database cannot be reached or written at the moment. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
        };
    };
    getCertificatesCa: {
        parameters: {
            query?: {
                /** @description `pem` (default), `der` or `mobileconfig`. */
                format?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The certificate. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/x-apple-aspen-config": string;
                    "application/x-pem-file": string;
                    "application/x-x509-ca-cert": number[];
                };
            };
            /** @description The request is malformed or fails validation; `details` says where. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description No credential, or one that does not pass. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description The caller lacks a scope that this needs. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description Too many requests; `Retry-After` says when to try again. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
        };
    };
    postCertificatesGenerate: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["GenerateInput"];
            };
        };
        responses: {
            /** @description It is served from now on. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Made"];
                };
            };
            /** @description The request is malformed or fails validation; `details` says where. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description No credential, or one that does not pass. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description The caller lacks a scope that this needs. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description It exists already, or its state does not allow this. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description The body is larger than 1 MiB. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description The body is not `application/json`. */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description Too many requests; `Retry-After` says when to try again. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description Another server that this needs did not do its part. */
            502: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description The database cannot be reached or written at the moment. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
        };
    };
    postCertificatesRenew: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["RenewInput"];
            };
        };
        responses: {
            /** @description The new one is served from now on. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Made"];
                };
            };
            /** @description The request is malformed or fails validation; `details` says where. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description No credential, or one that does not pass. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description The caller lacks a scope that this needs. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description There is no such thing. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description It exists already, or its state does not allow this. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description The body is larger than 1 MiB. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description The body is not `application/json`. */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description Too many requests; `Retry-After` says when to try again. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description Another server that this needs did not do its part. */
            502: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description The database cannot be reached or written at the moment. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
        };
    };
    postCertificatesReplace: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ReplaceInput"];
            };
        };
        responses: {
            /** @description It is served from now on. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Made"];
                };
            };
            /** @description The request is malformed or fails validation; `details` says where. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description No credential, or one that does not pass. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description The caller lacks a scope that this needs. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description It exists already, or its state does not allow this. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description The body is larger than 1 MiB. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description The body is not `application/json`. */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description Too many requests; `Retry-After` says when to try again. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description The database cannot be reached or written at the moment. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
        };
    };
    getCertificatesSuggest: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Names that `generate` takes. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Suggestions"];
                };
            };
            /** @description No credential, or one that does not pass. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description The caller lacks a scope that this needs. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description Too many requests; `Retry-After` says when to try again. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
        };
    };
    getConfig: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description In the order of their names. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SettingView"][];
                };
            };
            /** @description No credential, or one that does not pass. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description The caller lacks a scope that this needs. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description Too many requests; `Retry-After` says when to try again. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
        };
    };
    getContainers: {
        parameters: {
            query?: {
                /** @description `true`: also those that no route leads to. For a local caller or an administrator. */
                all?: boolean;
                /** @description Only those of this namespace. */
                namespace?: string;
                /**
                 * @description `docker`, `kubernetes`, or `all` that are switched on; the primary runtime where it is left
                 *     out.
                 */
                runtime?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The containers. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ListedView"][];
                };
            };
            /** @description The request is malformed or fails validation; `details` says where. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description No credential, or one that does not pass. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description The caller lacks a scope that this needs. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description Too many requests; `Retry-After` says when to try again. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description The engine could not do it, or no runtime is switched on; the code says which. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description The runtime is switched off or cannot be reached, or the database cannot. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
        };
    };
    getContainersByContainerId: {
        parameters: {
            query?: {
                /** @description The namespace of the pod. */
                namespace?: string;
                /** @description `docker` or `kubernetes`; the primary runtime where it is left out. */
                runtime?: string;
            };
            header?: never;
            path: {
                /** @description An id, short or whole, or a name. */
                containerId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The container. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": Record<string, never>;
                };
            };
            /** @description The request is malformed or fails validation; `details` says where. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description No credential, or one that does not pass. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description The caller lacks a scope that this needs. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description There is no such thing. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description Too many requests; `Retry-After` says when to try again. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description The engine could not do it, or no runtime is switched on; the code says which. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description The runtime is switched off or cannot be reached, or the database cannot. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
        };
    };
    postContainersByContainerIdExport: {
        parameters: {
            query?: {
                namespace?: string;
                /** @description `docker` or `kubernetes`; the primary runtime where it is left out. */
                runtime?: string;
            };
            header?: never;
            path: {
                /** @description Its id, short or whole, or its name. */
                containerId: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["ExportInput"] | null;
            };
        };
        responses: {
            /** @description The compose file. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ExportView"];
                };
            };
            /** @description The request is malformed or fails validation; `details` says where. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description No credential, or one that does not pass. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description The caller lacks a scope that this needs. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description There is no such thing. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description The body is larger than 1 MiB. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description The body is not `application/json`. */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description Too many requests; `Retry-After` says when to try again. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description The database cannot be reached or written at the moment. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
        };
    };
    postContainersByContainerIdExportPreview: {
        parameters: {
            query?: {
                namespace?: string;
                /** @description `docker` or `kubernetes`; the primary runtime where it is left out. */
                runtime?: string;
            };
            header?: never;
            path: {
                /** @description Its id, short or whole, or its name. */
                containerId: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["ExportInput"] | null;
            };
        };
        responses: {
            /** @description The compose file. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ExportView"];
                };
            };
            /** @description The request is malformed or fails validation; `details` says where. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description No credential, or one that does not pass. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description The caller lacks a scope that this needs. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description There is no such thing. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description The body is larger than 1 MiB. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description The body is not `application/json`. */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description Too many requests; `Retry-After` says when to try again. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description The database cannot be reached or written at the moment. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
        };
    };
    getContainersByContainerIdIncidents: {
        parameters: {
            query?: {
                namespace?: string;
                /** @description `docker` or `kubernetes`; the primary runtime where it is left out. */
                runtime?: string;
            };
            header?: never;
            path: {
                /** @description Its id, short or whole, or its name. */
                containerId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The incidents. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Incidents"];
                };
            };
            /** @description The request is malformed or fails validation; `details` says where. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description No credential, or one that does not pass. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description The caller lacks a scope that this needs. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description There is no such thing. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description Too many requests; `Retry-After` says when to try again. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description The database cannot be reached or written at the moment. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
        };
    };
    getContainersByContainerIdLogs: {
        parameters: {
            query?: {
                /** @description So many lines after it; 50 where it is left out, at most 500. */
                after?: number;
                /** @description The `position` of a line: it and its neighbours are wanted, and nothing is looked for. */
                around?: string;
                /** @description So many lines before that one; 50 where it is left out, at most 500. */
                before?: number;
                /** @description The last so many; 100 where it is left out, at most 1000. */
                limit?: number;
                namespace?: string;
                /** @description Only lines that hold this text, in small or large letters. */
                q?: string;
                /** @description `docker` or `kubernetes`; the primary runtime where it is left out. */
                runtime?: string;
                /**
                 * @description Only what was said then or later: a time such as `2030-01-31T12:00:00Z`, or seconds since
                 *     1970.
                 */
                since?: string;
                /** @description Only this stream: `stdout` or `stderr`. */
                stream?: string;
            };
            header?: never;
            path: {
                /** @description Its id, short or whole, or its name. */
                containerId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The lines. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["FoundLines"];
                };
            };
            /** @description The request is malformed or fails validation; `details` says where. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description No credential, or one that does not pass. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description The caller lacks a scope that this needs. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description There is no such thing. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description Too many requests; `Retry-After` says when to try again. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description The database cannot be reached or written at the moment. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
        };
    };
    postContainersByContainerIdRestart: {
        parameters: {
            query?: {
                /** @description The namespace of the pod. */
                namespace?: string;
                /** @description `docker` or `kubernetes`; the primary runtime where it is left out. */
                runtime?: string;
                /** @description How many seconds it has to end by itself; 10 where it is left out. */
                timeout?: number;
            };
            header?: never;
            path: {
                /** @description An id, short or whole, or a name. */
                containerId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description It is being restarted. */
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AcceptedView"];
                };
            };
            /** @description The request is malformed or fails validation; `details` says where. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description No credential, or one that does not pass. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description The caller lacks a scope that this needs. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description There is no such thing. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description It exists already, or its state does not allow this. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description Too many requests; `Retry-After` says when to try again. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description The engine could not do it, or no runtime is switched on; the code says which. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description The runtime is switched off or cannot be reached, or the database cannot. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
        };
    };
    postContainersByContainerIdStart: {
        parameters: {
            query?: {
                /** @description The namespace of the pod. */
                namespace?: string;
                /** @description How many pods a workload that was scaled to nothing shall have; one where it is left out. */
                replicas?: number;
                /** @description `docker` or `kubernetes`; the primary runtime where it is left out. */
                runtime?: string;
            };
            header?: never;
            path: {
                /** @description An id, short or whole, or a name. */
                containerId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description It is being started. */
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AcceptedView"];
                };
            };
            /** @description The request is malformed or fails validation; `details` says where. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description No credential, or one that does not pass. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description The caller lacks a scope that this needs. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description There is no such thing. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description It exists already, or its state does not allow this. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description Too many requests; `Retry-After` says when to try again. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description The engine could not do it, or no runtime is switched on; the code says which. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description The runtime is switched off or cannot be reached, or the database cannot. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
        };
    };
    getContainersByContainerIdStats: {
        parameters: {
            query?: {
                /** @description The namespace of the pod. */
                namespace?: string;
                /** @description `docker` or `kubernetes`; the primary runtime where it is left out. */
                runtime?: string;
            };
            header?: never;
            path: {
                /** @description An id, short or whole, or a name. */
                containerId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description What it uses. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["StatsView"];
                };
            };
            /** @description The request is malformed or fails validation; `details` says where. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description No credential, or one that does not pass. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description The caller lacks a scope that this needs. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description There is no such thing. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description Too many requests; `Retry-After` says when to try again. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description The engine could not do it, or no runtime is switched on; the code says which. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description The runtime is switched off or cannot be reached, or the database cannot. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
        };
    };
    postContainersByContainerIdStop: {
        parameters: {
            query?: {
                /** @description The namespace of the pod. */
                namespace?: string;
                /** @description `docker` or `kubernetes`; the primary runtime where it is left out. */
                runtime?: string;
                /** @description How many seconds it has to end by itself; 10 where it is left out. */
                timeout?: number;
            };
            header?: never;
            path: {
                /** @description An id, short or whole, or a name. */
                containerId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description It is being stopped. */
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AcceptedView"];
                };
            };
            /** @description The request is malformed or fails validation; `details` says where. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description No credential, or one that does not pass. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description The caller lacks a scope that this needs. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description There is no such thing. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description It exists already, or its state does not allow this. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description Too many requests; `Retry-After` says when to try again. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description The engine could not do it, or no runtime is switched on; the code says which. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description The runtime is switched off or cannot be reached, or the database cannot. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
        };
    };
    postContainersByNamespaceByPodRestart: {
        parameters: {
            query?: {
                /** @description The namespace of the pod. */
                namespace?: string;
                /** @description `docker` or `kubernetes`; the primary runtime where it is left out. */
                runtime?: string;
                /** @description How many seconds it has to end by itself; 10 where it is left out. */
                timeout?: number;
            };
            header?: never;
            path: {
                /** @description The namespace. */
                namespace: string;
                /** @description The pod. */
                pod: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description It is being restarted. */
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AcceptedView"];
                };
            };
            /** @description The request is malformed or fails validation; `details` says where. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description No credential, or one that does not pass. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description The caller lacks a scope that this needs. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description There is no such thing. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description It exists already, or its state does not allow this. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description Too many requests; `Retry-After` says when to try again. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description The engine could not do it, or no runtime is switched on; the code says which. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description The runtime is switched off or cannot be reached, or the database cannot. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
        };
    };
    postContainersByNamespaceByPodStart: {
        parameters: {
            query?: {
                /** @description The namespace of the pod. */
                namespace?: string;
                /** @description How many pods a workload that was scaled to nothing shall have; one where it is left out. */
                replicas?: number;
                /** @description `docker` or `kubernetes`; the primary runtime where it is left out. */
                runtime?: string;
            };
            header?: never;
            path: {
                /** @description The namespace. */
                namespace: string;
                /** @description The pod, or its workload. */
                pod: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description It is being started. */
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AcceptedView"];
                };
            };
            /** @description The request is malformed or fails validation; `details` says where. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description No credential, or one that does not pass. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description The caller lacks a scope that this needs. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description There is no such thing. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description It exists already, or its state does not allow this. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description Too many requests; `Retry-After` says when to try again. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description The engine could not do it, or no runtime is switched on; the code says which. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description The runtime is switched off or cannot be reached, or the database cannot. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
        };
    };
    postContainersByNamespaceByPodStop: {
        parameters: {
            query?: {
                /** @description The namespace of the pod. */
                namespace?: string;
                /** @description `docker` or `kubernetes`; the primary runtime where it is left out. */
                runtime?: string;
                /** @description How many seconds it has to end by itself; 10 where it is left out. */
                timeout?: number;
            };
            header?: never;
            path: {
                /** @description The namespace. */
                namespace: string;
                /** @description The pod. */
                pod: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description It is being stopped. */
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AcceptedView"];
                };
            };
            /** @description The request is malformed or fails validation; `details` says where. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description No credential, or one that does not pass. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description The caller lacks a scope that this needs. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description There is no such thing. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description It exists already, or its state does not allow this. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description Too many requests; `Retry-After` says when to try again. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description The engine could not do it, or no runtime is switched on; the code says which. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description The runtime is switched off or cannot be reached, or the database cannot. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
        };
    };
    postContainersBatch: {
        parameters: {
            query?: {
                /** @description The namespace of the pod. */
                namespace?: string;
                /** @description `docker` or `kubernetes`; the primary runtime where it is left out. */
                runtime?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["BatchInput"];
            };
        };
        responses: {
            /** @description What came of each. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["BulkView"];
                };
            };
            /** @description The request is malformed or fails validation; `details` says where. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description No credential, or one that does not pass. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description The caller lacks a scope that this needs. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description The body is larger than 1 MiB. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description The body is not `application/json`. */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description Too many requests; `Retry-After` says when to try again. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description The engine could not do it, or no runtime is switched on; the code says which. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description The runtime is switched off or cannot be reached, or the database cannot. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
        };
    };
    postContainersBatchExport: {
        parameters: {
            query?: {
                /**
                 * @description `json` or `zip`.
                 * @example json
                 */
                format?: string;
                namespace?: string;
                /** @description `docker` or `kubernetes`; the primary runtime where it is left out. */
                runtime?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["BatchExportInput"];
            };
        };
        responses: {
            /** @description The stack: JSON, or a zip archive of both files. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ExportView"];
                };
            };
            /** @description The same without those that failed. */
            206: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ExportView"];
                };
            };
            /** @description The request is malformed or fails validation; `details` says where. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description No credential, or one that does not pass. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description The caller lacks a scope that this needs. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description There is no such thing. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description The body is larger than 1 MiB. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description The body is not `application/json`. */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description Too many requests; `Retry-After` says when to try again. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description The database cannot be reached or written at the moment. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
        };
    };
    postContainersBatchExportPreview: {
        parameters: {
            query?: {
                namespace?: string;
                /** @description `docker` or `kubernetes`; the primary runtime where it is left out. */
                runtime?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["BatchExportInput"];
            };
        };
        responses: {
            /** @description The stack. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ExportView"];
                };
            };
            /** @description The same without those that failed. */
            206: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ExportView"];
                };
            };
            /** @description The request is malformed or fails validation; `details` says where. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description No credential, or one that does not pass. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description The caller lacks a scope that this needs. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description There is no such thing. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description The body is larger than 1 MiB. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description The body is not `application/json`. */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description Too many requests; `Retry-After` says when to try again. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description The database cannot be reached or written at the moment. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
        };
    };
    postContainersRestartAll: {
        parameters: {
            query?: {
                /** @description The namespace of the pod. */
                namespace?: string;
                /** @description `docker` or `kubernetes`; the primary runtime where it is left out. */
                runtime?: string;
                /** @description How many seconds it has to end by itself; 10 where it is left out. */
                timeout?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description What came of each. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["BulkView"];
                };
            };
            /** @description The request is malformed or fails validation; `details` says where. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description No credential, or one that does not pass. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description The caller lacks a scope that this needs. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description Too many requests; `Retry-After` says when to try again. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description The engine could not do it, or no runtime is switched on; the code says which. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description The runtime is switched off or cannot be reached, or the database cannot. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
        };
    };
    postContainersStartAll: {
        parameters: {
            query?: {
                /** @description The namespace of the pod. */
                namespace?: string;
                /** @description `docker` or `kubernetes`; the primary runtime where it is left out. */
                runtime?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description What came of each. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["BulkView"];
                };
            };
            /** @description The request is malformed or fails validation; `details` says where. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description No credential, or one that does not pass. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description The caller lacks a scope that this needs. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description Too many requests; `Retry-After` says when to try again. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description The engine could not do it, or no runtime is switched on; the code says which. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description The runtime is switched off or cannot be reached, or the database cannot. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
        };
    };
    getContainersStats: {
        parameters: {
            query?: {
                /** @description Only those of this namespace. */
                namespace?: string;
                /**
                 * @description `docker`, `kubernetes`, or `all` that are switched on; the primary runtime where it is left
                 *     out.
                 */
                runtime?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description What each uses, by name. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AllStatsView"];
                };
            };
            /** @description The request is malformed or fails validation; `details` says where. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description No credential, or one that does not pass. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description The caller lacks a scope that this needs. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description Too many requests; `Retry-After` says when to try again. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description The engine could not do it, or no runtime is switched on; the code says which. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description The runtime is switched off or cannot be reached, or the database cannot. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
        };
    };
    postContainersStopAll: {
        parameters: {
            query?: {
                /** @description The namespace of the pod. */
                namespace?: string;
                /** @description `docker` or `kubernetes`; the primary runtime where it is left out. */
                runtime?: string;
                /** @description How many seconds it has to end by itself; 10 where it is left out. */
                timeout?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description What came of each. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["BulkView"];
                };
            };
            /** @description The request is malformed or fails validation; `details` says where. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description No credential, or one that does not pass. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description The caller lacks a scope that this needs. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description Too many requests; `Retry-After` says when to try again. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description The engine could not do it, or no runtime is switched on; the code says which. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description The runtime is switched off or cannot be reached, or the database cannot. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
        };
    };
    getDevices: {
        parameters: {
            query?: {
                /** @description At most this many entries; a larger number than the list allows is lowered to it. */
                limit?: number;
                /** @description Skip this many entries. */
                offset?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The devices, in the order of their pairing. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DeviceList"];
                };
            };
            /** @description The request is malformed or fails validation; `details` says where. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description No credential, or one that does not pass. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description The caller lacks a scope that this needs. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description Too many requests; `Retry-After` says when to try again. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
        };
    };
    getDevicesByDeviceId: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The device's id. */
                deviceId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The device. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DeviceView"];
                };
            };
            /** @description The request is malformed or fails validation; `details` says where. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description No credential, or one that does not pass. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description The caller lacks a scope that this needs. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description There is no such thing. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description Too many requests; `Retry-After` says when to try again. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
        };
    };
    deleteDevicesByDeviceId: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The device's id. */
                deviceId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Revoked. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DeviceRevoked"];
                };
            };
            /** @description The request is malformed or fails validation; `details` says where. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description No credential, or one that does not pass. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description The caller lacks a scope that this needs. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description There is no such thing. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description Too many requests; `Retry-After` says when to try again. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description The database cannot be reached or written at the moment. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
        };
    };
    patchDevicesByDeviceId: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The device's id. */
                deviceId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["DeviceChange"];
            };
        };
        responses: {
            /** @description The device as it is now. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DeviceView"];
                };
            };
            /** @description The request is malformed or fails validation; `details` says where. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description No credential, or one that does not pass. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description The caller lacks a scope that this needs. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description There is no such thing. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description It exists already, or its state does not allow this. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description The body is larger than 1 MiB. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description The body is not `application/json`. */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description Too many requests; `Retry-After` says when to try again. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description The database cannot be reached or written at the moment. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
        };
    };
    getDiscoveryDismissed: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The last one first. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DismissedList"];
                };
            };
            /** @description No credential, or one that does not pass. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description The caller lacks a scope that this needs. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description Too many requests; `Retry-After` says when to try again. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description The database cannot be reached or written at the moment. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
        };
    };
    getDiscoveryProposals: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The surest first, then by id. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Proposal"][];
                };
            };
            /** @description No credential, or one that does not pass. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description The caller lacks a scope that this needs. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description Too many requests; `Retry-After` says when to try again. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
        };
    };
    postDiscoveryProposalsByProposalIdApprove: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The proposal's id. */
                proposalId: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["ApproveInput"] | null;
            };
        };
        responses: {
            /** @description What was made. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Approved"];
                };
            };
            /** @description The request is malformed or fails validation; `details` says where. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description No credential, or one that does not pass. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description The caller lacks a scope that this needs. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description There is no such thing. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description It exists already, or its state does not allow this. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description The body is larger than 1 MiB. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description The body is not `application/json`. */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description Too many requests; `Retry-After` says when to try again. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description The database cannot be reached or written at the moment. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
        };
    };
    postDiscoveryProposalsByProposalIdDismiss: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The proposal's id. */
                proposalId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description It is dismissed. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Dismissed"];
                };
            };
            /** @description The request is malformed or fails validation; `details` says where. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description No credential, or one that does not pass. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description The caller lacks a scope that this needs. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description There is no such thing. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description Too many requests; `Retry-After` says when to try again. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description The database cannot be reached or written at the moment. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
        };
    };
    postDiscoveryProposalsByProposalIdRestore: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The proposal's id. */
                proposalId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description It is not dismissed any more. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["BroughtBack"];
                };
            };
            /** @description The request is malformed or fails validation; `details` says where. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description No credential, or one that does not pass. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description The caller lacks a scope that this needs. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description There is no such thing. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description Too many requests; `Retry-After` says when to try again. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description The database cannot be reached or written at the moment. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
        };
    };
    postDiscoveryRediscover: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Every source looks. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Rediscovering"];
                };
            };
            /** @description No credential, or one that does not pass. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description The caller lacks a scope that this needs. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description Too many requests; `Retry-After` says when to try again. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description The database cannot be reached or written at the moment. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
        };
    };
    getExecutions: {
        parameters: {
            query?: {
                /** @description At most this many entries; a larger number than the list allows is lowered to it. */
                limit?: number;
                /** @description Skip this many entries. */
                offset?: number;
                /** @description Only executions of this script. */
                scriptId?: string;
                /** @description Only executions in this state. */
                status?: components["schemas"]["ExecutionStatus"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Newest first; 50 unless `limit` says otherwise, at most 100. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ExecutionList"];
                };
            };
            /** @description The request is malformed or fails validation; `details` says where. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description No credential, or one that does not pass. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description The caller lacks a scope that this needs. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description Too many requests; `Retry-After` says when to try again. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description The database cannot be reached or written at the moment. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
        };
    };
    getExecutionsById: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The execution's id. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The record. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ExecutionView"];
                };
            };
            /** @description The request is malformed or fails validation; `details` says where. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description No credential, or one that does not pass. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description The caller lacks a scope that this needs. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description There is no such thing. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description Too many requests; `Retry-After` says when to try again. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description The database cannot be reached or written at the moment. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
        };
    };
    postExecutionsByIdCancel: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The execution's id. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The record. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ExecutionView"];
                };
            };
            /** @description The request is malformed or fails validation; `details` says where. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description No credential, or one that does not pass. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description The caller lacks a scope that this needs. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description There is no such thing. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description It exists already, or its state does not allow this. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description Too many requests; `Retry-After` says when to try again. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description The database cannot be reached or written at the moment. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
        };
    };
    getFederationPeers: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description By name and then by id. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PeerList"];
                };
            };
            /** @description No credential, or one that does not pass. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description The caller lacks a scope that this needs. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description Too many requests; `Retry-After` says when to try again. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
        };
    };
    postFederationPeers: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["InviteInput"];
            };
        };
        responses: {
            /** @description It will be greeted. */
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["FederationDone"];
                };
            };
            /** @description The request is malformed or fails validation; `details` says where. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description No credential, or one that does not pass. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description The caller lacks a scope that this needs. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description It exists already, or its state does not allow this. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description The body is larger than 1 MiB. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description The body is not `application/json`. */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description Too many requests; `Retry-After` says when to try again. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description The database cannot be reached or written at the moment. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
        };
    };
    getFederationPeersById: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The peer's id. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The peer. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PeerView"];
                };
            };
            /** @description The request is malformed or fails validation; `details` says where. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description No credential, or one that does not pass. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description The caller lacks a scope that this needs. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description There is no such thing. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description Too many requests; `Retry-After` says when to try again. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description The database cannot be reached or written at the moment. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
        };
    };
    deleteFederationPeersById: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The peer's id. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description It is gone. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["FederationDone"];
                };
            };
            /** @description The request is malformed or fails validation; `details` says where. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description No credential, or one that does not pass. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description The caller lacks a scope that this needs. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description There is no such thing. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description Too many requests; `Retry-After` says when to try again. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description The database cannot be reached or written at the moment. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
        };
    };
    getFederationStatus: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Who we are, and how many peers there are. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["FederationStatus"];
                };
            };
            /** @description No credential, or one that does not pass. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description The caller lacks a scope that this needs. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description Too many requests; `Retry-After` says when to try again. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
        };
    };
    postFederationSync: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description What was exchanged. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SyncReport"];
                };
            };
            /** @description No credential, or one that does not pass. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description The caller lacks a scope that this needs. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description Too many requests; `Retry-After` says when to try again. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description The database cannot be reached or written at the moment. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
        };
    };
    getNotifications: {
        parameters: {
            query?: {
                /** @description Only those for this device. */
                device_id?: string;
                /** @description At most this many entries; a larger number than the list allows is lowered to it. */
                limit?: number;
                /** @description Skip this many entries. */
                offset?: number;
                /** @description `pending`, `delivered`, `failed` or `dismissed`. */
                status?: string;
                /** @description Only those of this type. */
                type?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A part of them, and how many there are. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["NotificationList"];
                };
            };
            /** @description The request is malformed or fails validation; `details` says where. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description No credential, or one that does not pass. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description The caller lacks a scope that this needs. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description Too many requests; `Retry-After` says when to try again. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description The database cannot be reached or written at the moment. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
        };
    };
    deleteNotificationsById: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The notification's number. */
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Dismissed. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DismissedNotification"];
                };
            };
            /** @description The request is malformed or fails validation; `details` says where. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description No credential, or one that does not pass. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description The caller lacks a scope that this needs. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description There is no such thing. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description Too many requests; `Retry-After` says when to try again. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description Notifications are switched off, or the database cannot be written. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
        };
    };
    postNotificationsByIdRetry: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The notification's number. */
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description It waits again. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Retried"];
                };
            };
            /** @description The request is malformed or fails validation; `details` says where. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description No credential, or one that does not pass. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description The caller lacks a scope that this needs. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description There is no such thing. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description Too many requests; `Retry-After` says when to try again. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description Notifications are switched off, or the database cannot be written. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
        };
    };
    getNotificationsChannels: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The channels, oldest first. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ChannelList"];
                };
            };
            /** @description No credential, or one that does not pass. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description The caller lacks a scope that this needs. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description Too many requests; `Retry-After` says when to try again. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description The database cannot be reached or written at the moment. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
        };
    };
    postNotificationsChannels: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ChannelInput"];
            };
        };
        responses: {
            /** @description The channel. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ChannelView"];
                };
            };
            /** @description The request is malformed or fails validation; `details` says where. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description No credential, or one that does not pass. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description The caller lacks a scope that this needs. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description It exists already, or its state does not allow this. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description The body is larger than 1 MiB. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description The body is not `application/json`. */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description Too many requests; `Retry-After` says when to try again. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description The database cannot be reached or written at the moment. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
        };
    };
    getNotificationsChannelsByChannelId: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The channel's id. */
                channelId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The channel. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ChannelView"];
                };
            };
            /** @description The request is malformed or fails validation; `details` says where. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description No credential, or one that does not pass. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description The caller lacks a scope that this needs. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description There is no such thing. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description Too many requests; `Retry-After` says when to try again. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description The database cannot be reached or written at the moment. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
        };
    };
    putNotificationsChannelsByChannelId: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The channel's id. */
                channelId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ChannelInput"];
            };
        };
        responses: {
            /** @description The channel as it is now. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ChannelView"];
                };
            };
            /** @description The request is malformed or fails validation; `details` says where. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description No credential, or one that does not pass. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description The caller lacks a scope that this needs. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description There is no such thing. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description The body is larger than 1 MiB. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description The body is not `application/json`. */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description Too many requests; `Retry-After` says when to try again. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description The database cannot be reached or written at the moment. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
        };
    };
    deleteNotificationsChannelsByChannelId: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The channel's id. */
                channelId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Removed. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The request is malformed or fails validation; `details` says where. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description No credential, or one that does not pass. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description The caller lacks a scope that this needs. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description There is no such thing. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description Too many requests; `Retry-After` says when to try again. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description The database cannot be reached or written at the moment. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
        };
    };
    postNotificationsChannelsByChannelIdTest: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The channel's id. */
                channelId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Whether the receiver took it. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TestResult"];
                };
            };
            /** @description The request is malformed or fails validation; `details` says where. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description No credential, or one that does not pass. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description The caller lacks a scope that this needs. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description There is no such thing. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description Too many requests; `Retry-After` says when to try again. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description The database cannot be reached or written at the moment. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
        };
    };
    deleteNotificationsDelivered: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Forgotten. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Cleared"];
                };
            };
            /** @description No credential, or one that does not pass. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description The caller lacks a scope that this needs. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description Too many requests; `Retry-After` says when to try again. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description Notifications are switched off, or the database cannot be written. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
        };
    };
    deleteNotificationsDeviceByDeviceId: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The device's id. */
                deviceId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Dismissed. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DeviceDismissed"];
                };
            };
            /** @description The request is malformed or fails validation; `details` says where. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description No credential, or one that does not pass. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description The caller lacks a scope that this needs. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description There is no such thing. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description Too many requests; `Retry-After` says when to try again. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description Notifications are switched off, or the database cannot be written. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
        };
    };
    getNotificationsPushKey: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The public key. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PushKey"];
                };
            };
            /** @description No credential, or one that does not pass. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description The caller lacks a scope that this needs. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description Too many requests; `Retry-After` says when to try again. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
        };
    };
    postNotificationsRetry: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["RetryInput"];
            };
        };
        responses: {
            /** @description They wait again. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RetryMany"];
                };
            };
            /** @description The request is malformed or fails validation; `details` says where. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description No credential, or one that does not pass. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description The caller lacks a scope that this needs. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description The body is larger than 1 MiB. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description The body is not `application/json`. */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description Too many requests; `Retry-After` says when to try again. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description Notifications are switched off, or the database cannot be written. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
        };
    };
    getNotificationsRules: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The rules, oldest first. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RuleList"];
                };
            };
            /** @description No credential, or one that does not pass. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description The caller lacks a scope that this needs. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description Too many requests; `Retry-After` says when to try again. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description The database cannot be reached or written at the moment. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
        };
    };
    postNotificationsRules: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["RuleInput"];
            };
        };
        responses: {
            /** @description The rule. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RuleView"];
                };
            };
            /** @description The request is malformed or fails validation; `details` says where. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description No credential, or one that does not pass. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description The caller lacks a scope that this needs. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description It exists already, or its state does not allow this. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description The body is larger than 1 MiB. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description The body is not `application/json`. */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description Too many requests; `Retry-After` says when to try again. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description The database cannot be reached or written at the moment. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
        };
    };
    getNotificationsRulesByRuleId: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The rule's id. */
                ruleId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The rule. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RuleView"];
                };
            };
            /** @description The request is malformed or fails validation; `details` says where. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description No credential, or one that does not pass. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description The caller lacks a scope that this needs. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description There is no such thing. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description Too many requests; `Retry-After` says when to try again. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description The database cannot be reached or written at the moment. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
        };
    };
    putNotificationsRulesByRuleId: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The rule's id. */
                ruleId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["RuleInput"];
            };
        };
        responses: {
            /** @description The rule as it is now. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RuleView"];
                };
            };
            /** @description The request is malformed or fails validation; `details` says where. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description No credential, or one that does not pass. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description The caller lacks a scope that this needs. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description There is no such thing. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description The body is larger than 1 MiB. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description The body is not `application/json`. */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description Too many requests; `Retry-After` says when to try again. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description The database cannot be reached or written at the moment. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
        };
    };
    deleteNotificationsRulesByRuleId: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The rule's id. */
                ruleId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Removed. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The request is malformed or fails validation; `details` says where. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description No credential, or one that does not pass. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description The caller lacks a scope that this needs. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description There is no such thing. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description Too many requests; `Retry-After` says when to try again. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description The database cannot be reached or written at the moment. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
        };
    };
    getNotificationsStale: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The devices. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["StaleList"];
                };
            };
            /** @description No credential, or one that does not pass. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description The caller lacks a scope that this needs. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description Too many requests; `Retry-After` says when to try again. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description The database cannot be reached or written at the moment. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
        };
    };
    getNotificationsStats: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The counts. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["NotificationStats"];
                };
            };
            /** @description No credential, or one that does not pass. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description The caller lacks a scope that this needs. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description Too many requests; `Retry-After` says when to try again. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description The database cannot be reached or written at the moment. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
        };
    };
    postPair: {
        parameters: {
            query?: never;
            header: {
                /** @description Must be `true`; a page of another site cannot send it. */
                "X-Pairing-Request": string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["RedeemInput"];
            };
        };
        responses: {
            /** @description What the device needs to pair. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PairingConfiguration"];
                };
            };
            /** @description The request is malformed or fails validation; `details` says where. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description Another site's page sent this. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description The code is wrong, used, expired or locked. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description The body is larger than 1 MiB. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description The body is not `application/json`. */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description Too many requests; `Retry-After` says when to try again. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description The database cannot be reached or written at the moment. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
        };
    };
    getPairByCode: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The eight characters. */
                code: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description What the device needs to pair. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PairingConfiguration"];
                };
            };
            /** @description The request is malformed or fails validation; `details` says where. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description Another site's page sent this. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description The code is wrong, used, expired or locked. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description Too many requests; `Retry-After` says when to try again. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description The database cannot be reached or written at the moment. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
        };
    };
    getRoutes: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description All routes, by id. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RouteView"][];
                };
            };
            /** @description No credential, or one that does not pass. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description The caller lacks a scope that this needs. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description Too many requests; `Retry-After` says when to try again. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
        };
    };
    postRoutes: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["RouteInput"];
            };
        };
        responses: {
            /** @description The route. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RouteView"];
                };
            };
            /** @description The request is malformed or fails validation; `details` says where. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description No credential, or one that does not pass. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description The caller lacks a scope that this needs. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description It exists already, or its state does not allow this. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description The body is larger than 1 MiB. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description The body is not `application/json`. */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description Too many requests; `Retry-After` says when to try again. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description The database cannot be reached or written at the moment. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
        };
    };
    getRoutesByRouteId: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The route's id. */
                routeId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The route. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RouteView"];
                };
            };
            /** @description The request is malformed or fails validation; `details` says where. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description No credential, or one that does not pass. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description The caller lacks a scope that this needs. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description There is no such thing. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description Too many requests; `Retry-After` says when to try again. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
        };
    };
    putRoutesByRouteId: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The route's id. */
                routeId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["RouteInput"];
            };
        };
        responses: {
            /** @description The route as it is now. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RouteView"];
                };
            };
            /** @description The route, which is new. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RouteView"];
                };
            };
            /** @description The request is malformed or fails validation; `details` says where. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description No credential, or one that does not pass. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description The caller lacks a scope that this needs. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description It exists already, or its state does not allow this. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description The body is larger than 1 MiB. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description The body is not `application/json`. */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description Too many requests; `Retry-After` says when to try again. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description The database cannot be reached or written at the moment. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
        };
    };
    deleteRoutesByRouteId: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The route's id. */
                routeId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Deleted. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The request is malformed or fails validation; `details` says where. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description No credential, or one that does not pass. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description The caller lacks a scope that this needs. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description There is no such thing. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description It exists already, or its state does not allow this. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description Too many requests; `Retry-After` says when to try again. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description The database cannot be reached or written at the moment. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
        };
    };
    getRoutesByRouteIdCheck: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The route's id. */
                routeId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description What was found. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CheckReport"];
                };
            };
            /** @description The request is malformed or fails validation; `details` says where. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description No credential, or one that does not pass. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description The caller lacks a scope that this needs. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description There is no such thing. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description Too many requests; `Retry-After` says when to try again. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
        };
    };
    postRoutesByRouteIdCheck: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The route's id. */
                routeId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description What was found. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CheckReport"];
                };
            };
            /** @description The request is malformed or fails validation; `details` says where. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description No credential, or one that does not pass. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description The caller lacks a scope that this needs. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description There is no such thing. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description It exists already, or its state does not allow this. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description Too many requests; `Retry-After` says when to try again. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
        };
    };
    getSchedules: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Oldest first. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ScheduleList"];
                };
            };
            /** @description No credential, or one that does not pass. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description The caller lacks a scope that this needs. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description Too many requests; `Retry-After` says when to try again. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description The database cannot be reached or written at the moment. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
        };
    };
    postSchedules: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ScheduleInput"];
            };
        };
        responses: {
            /** @description The record. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ScheduleView"];
                };
            };
            /** @description The request is malformed or fails validation; `details` says where. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description No credential, or one that does not pass. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description The caller lacks a scope that this needs. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description It exists already, or its state does not allow this. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description The body is larger than 1 MiB. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description The body is not `application/json`. */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description Too many requests; `Retry-After` says when to try again. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description The database cannot be reached or written at the moment. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
        };
    };
    getSchedulesById: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The schedule's id. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The record. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ScheduleView"];
                };
            };
            /** @description The request is malformed or fails validation; `details` says where. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description No credential, or one that does not pass. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description The caller lacks a scope that this needs. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description There is no such thing. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description Too many requests; `Retry-After` says when to try again. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description The database cannot be reached or written at the moment. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
        };
    };
    putSchedulesById: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The schedule's id. */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ScheduleInput"];
            };
        };
        responses: {
            /** @description The record. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ScheduleView"];
                };
            };
            /** @description The request is malformed or fails validation; `details` says where. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description No credential, or one that does not pass. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description The caller lacks a scope that this needs. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description There is no such thing. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description It exists already, or its state does not allow this. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description The body is larger than 1 MiB. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description The body is not `application/json`. */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description Too many requests; `Retry-After` says when to try again. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description The database cannot be reached or written at the moment. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
        };
    };
    deleteSchedulesById: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The schedule's id. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description It is gone. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The request is malformed or fails validation; `details` says where. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description No credential, or one that does not pass. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description The caller lacks a scope that this needs. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description There is no such thing. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description Too many requests; `Retry-After` says when to try again. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description The database cannot be reached or written at the moment. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
        };
    };
    getSchedulesPreview: {
        parameters: {
            query: {
                /** @description The expression. */
                cron: string;
                /** @description An IANA name; the host's where it is left out. */
                timezone?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The times. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Preview"];
                };
            };
            /** @description The request is malformed or fails validation; `details` says where. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description No credential, or one that does not pass. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description The caller lacks a scope that this needs. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description Too many requests; `Retry-After` says when to try again. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description The database cannot be reached or written at the moment. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
        };
    };
    getScripts: {
        parameters: {
            query?: {
                /** @description Only scripts of this category. */
                category?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description By id; empty, with `enabled` false, while scripts are switched off. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ScriptList"];
                };
            };
            /** @description The request is malformed or fails validation; `details` says where. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description No credential, or one that does not pass. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description The caller lacks a scope that this needs. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description Too many requests; `Retry-After` says when to try again. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description The database cannot be reached or written at the moment. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
        };
    };
    postScripts: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ScriptInput"];
            };
        };
        responses: {
            /** @description The record. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ScriptView"];
                };
            };
            /** @description The request is malformed or fails validation; `details` says where. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description No credential, or one that does not pass. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description The caller lacks a scope that this needs. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description It exists already, or its state does not allow this. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description The body is larger than 1 MiB. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description The body is not `application/json`. */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description Too many requests; `Retry-After` says when to try again. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description The database cannot be reached or written at the moment. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
        };
    };
    getScriptsById: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The script's id. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The record. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ScriptView"];
                };
            };
            /** @description The request is malformed or fails validation; `details` says where. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description No credential, or one that does not pass. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description The caller lacks a scope that this needs. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description There is no such thing. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description Too many requests; `Retry-After` says when to try again. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description The database cannot be reached or written at the moment. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
        };
    };
    putScriptsById: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The script's id. */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ScriptInput"];
            };
        };
        responses: {
            /** @description The record. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ScriptView"];
                };
            };
            /** @description The request is malformed or fails validation; `details` says where. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description No credential, or one that does not pass. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description The caller lacks a scope that this needs. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description There is no such thing. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description The body is larger than 1 MiB. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description The body is not `application/json`. */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description Too many requests; `Retry-After` says when to try again. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description The database cannot be reached or written at the moment. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
        };
    };
    deleteScriptsById: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The script's id. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description It is gone. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The request is malformed or fails validation; `details` says where. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description No credential, or one that does not pass. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description The caller lacks a scope that this needs. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description There is no such thing. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description It exists already, or its state does not allow this. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description Too many requests; `Retry-After` says when to try again. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description The database cannot be reached or written at the moment. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
        };
    };
    postScriptsByIdDryRun: {
        parameters: {
            query?: {
                /** @description Answer at once, with 202, instead of after the run. */
                async?: boolean;
            };
            header?: never;
            path: {
                /** @description The script's id. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["ExecuteInput"] | null;
            };
        };
        responses: {
            /** @description The run is over. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ExecutionView"];
                };
            };
            /** @description It is accepted. */
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ExecutionView"];
                };
            };
            /** @description The request is malformed or fails validation; `details` says where. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description No credential, or one that does not pass. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description The caller lacks a scope that this needs. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description There is no such thing. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description The body is larger than 1 MiB. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description The body is not `application/json`. */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description Too many requests; `Retry-After` says when to try again. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description The database cannot be reached or written at the moment. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
        };
    };
    postScriptsByIdExecute: {
        parameters: {
            query?: {
                /** @description Answer at once, with 202, instead of after the run. */
                async?: boolean;
            };
            header?: never;
            path: {
                /** @description The script's id. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["ExecuteInput"] | null;
            };
        };
        responses: {
            /** @description The run is over. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ExecutionView"];
                };
            };
            /** @description It is accepted. */
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ExecutionView"];
                };
            };
            /** @description The request is malformed or fails validation; `details` says where. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description No credential, or one that does not pass. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description The caller lacks a scope that this needs. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description There is no such thing. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description The body is larger than 1 MiB. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description The body is not `application/json`. */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description Too many requests; `Retry-After` says when to try again. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description The database cannot be reached or written at the moment. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
        };
    };
    getScriptsAvailable: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description By path. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AvailableList"];
                };
            };
            /** @description No credential, or one that does not pass. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description The caller lacks a scope that this needs. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description Too many requests; `Retry-After` says when to try again. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description The database cannot be reached or written at the moment. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
        };
    };
    getServicesByAppIdHealth: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The app's id. */
                appId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description What the last checks found. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ServiceHealth"];
                };
            };
            /** @description The request is malformed or fails validation; `details` says where. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description No credential, or one that does not pass. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description The caller lacks a scope that this needs. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description There is no such thing. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description Too many requests; `Retry-After` says when to try again. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
        };
    };
    getSessionCookies: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description One entry for each app. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CookieSessionList"];
                };
            };
            /** @description No credential, or one that does not pass. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description A device that waits for approval has none. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description Too many requests; `Retry-After` says when to try again. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
        };
    };
    deleteSessionCookies: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Cleared, or there were none. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description No credential, or one that does not pass. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description A device that waits for approval has none. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description Too many requests; `Retry-After` says when to try again. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description The database cannot be reached or written at the moment. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
        };
    };
    deleteSessionCookiesByAppId: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The app's id. */
                appId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Cleared, or there were none. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The request is malformed or fails validation; `details` says where. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description No credential, or one that does not pass. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description A device that waits for approval has none. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description Too many requests; `Retry-After` says when to try again. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description The database cannot be reached or written at the moment. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
        };
    };
    getStats: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The figures, each with its trend. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["StatsBody"];
                };
            };
            /** @description No credential, or one that does not pass. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description The caller lacks a scope that this needs. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description Too many requests; `Retry-After` says when to try again. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description The database cannot be reached or written at the moment. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
        };
    };
    getStatsQuick: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The figures at a glance. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["QuickStatsBody"];
                };
            };
            /** @description No credential, or one that does not pass. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description The caller lacks a scope that this needs. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description Too many requests; `Retry-After` says when to try again. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description The database cannot be reached or written at the moment. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
        };
    };
    getSystemResources: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The host, at this moment. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ResourcesBody"];
                };
            };
            /** @description No credential, or one that does not pass. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description The caller lacks a scope that this needs. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description Too many requests; `Retry-After` says when to try again. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description The database cannot be reached or written at the moment. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
        };
    };
    postToolboxDeploy: {
        parameters: {
            query?: {
                /** @description Only say what would be made. */
                plan?: boolean;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ToolboxDeployInput"];
            };
        };
        responses: {
            /** @description The plan that was asked for. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ToolboxPlan"];
                };
            };
            /** @description It is being deployed. */
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ToolboxDeployAnswer"];
                };
            };
            /** @description The request is malformed or fails validation; `details` says where. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description No credential, or one that does not pass. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description The caller lacks a scope that this needs. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description There is no such thing. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description It exists already, or its state does not allow this. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description The body is larger than 1 MiB. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description The body is not `application/json`. */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description Too many requests; `Retry-After` says when to try again. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description The runtime is switched off or cannot be reached, or the database cannot. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
        };
    };
    getToolboxDeployments: {
        parameters: {
            query?: {
                /** @description `pending`, `deploying`, `deployed`, `failed` or `stopped`. */
                status?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The newest first. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ToolboxDeploymentList"];
                };
            };
            /** @description The request is malformed or fails validation; `details` says where. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description No credential, or one that does not pass. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description The caller lacks a scope that this needs. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description Too many requests; `Retry-After` says when to try again. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description The database cannot be reached or written at the moment. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
        };
    };
    getToolboxDeploymentsById: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The deployment's id. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The deployment. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ToolboxDeployment"];
                };
            };
            /** @description The request is malformed or fails validation; `details` says where. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description No credential, or one that does not pass. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description The caller lacks a scope that this needs. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description There is no such thing. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description Too many requests; `Retry-After` says when to try again. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description The database cannot be reached or written at the moment. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
        };
    };
    deleteToolboxDeploymentsById: {
        parameters: {
            query?: {
                /** @description Delete the data as well, for good. */
                removeVolumes?: boolean;
            };
            header?: never;
            path: {
                /** @description The deployment's id. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description What was removed. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ToolboxDeleted"];
                };
            };
            /** @description The request is malformed or fails validation; `details` says where. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description No credential, or one that does not pass. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description The caller lacks a scope that this needs. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description There is no such thing. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description Too many requests; `Retry-After` says when to try again. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description The runtime is switched off or cannot be reached, or the database cannot. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
        };
    };
    getToolboxDeploymentsByIdData: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The deployment's id. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Its data. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ToolboxData"];
                };
            };
            /** @description The request is malformed or fails validation; `details` says where. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description No credential, or one that does not pass. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description The caller lacks a scope that this needs. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description There is no such thing. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description Too many requests; `Retry-After` says when to try again. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description The runtime is switched off or cannot be reached, or the database cannot. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
        };
    };
    postToolboxDeploymentsByIdRedeploy: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The deployment's id. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["ToolboxRedeployInput"] | null;
            };
        };
        responses: {
            /** @description It is being deployed anew. */
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ToolboxDeployAnswer"];
                };
            };
            /** @description The request is malformed or fails validation; `details` says where. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description No credential, or one that does not pass. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description The caller lacks a scope that this needs. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description There is no such thing. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description It exists already, or its state does not allow this. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description The body is larger than 1 MiB. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description The body is not `application/json`. */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description Too many requests; `Retry-After` says when to try again. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description The runtime is switched off or cannot be reached, or the database cannot. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
        };
    };
    postToolboxDeploymentsByIdStart: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The deployment's id. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description It is being started. */
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ToolboxDeployAnswer"];
                };
            };
            /** @description The request is malformed or fails validation; `details` says where. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description No credential, or one that does not pass. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description The caller lacks a scope that this needs. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description There is no such thing. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description It exists already, or its state does not allow this. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description Too many requests; `Retry-After` says when to try again. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description The runtime is switched off or cannot be reached, or the database cannot. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
        };
    };
    postToolboxDeploymentsByIdStop: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The deployment's id. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description It is being stopped. */
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ToolboxDeployAnswer"];
                };
            };
            /** @description The request is malformed or fails validation; `details` says where. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description No credential, or one that does not pass. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description The caller lacks a scope that this needs. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description There is no such thing. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description It exists already, or its state does not allow this. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description Too many requests; `Retry-After` says when to try again. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description The runtime is switched off or cannot be reached, or the database cannot. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
        };
    };
    postToolboxDeploymentsByIdUpdate: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The deployment's id. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["ToolboxRedeployInput"] | null;
            };
        };
        responses: {
            /** @description It is being updated. */
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ToolboxDeployAnswer"];
                };
            };
            /** @description The request is malformed or fails validation; `details` says where. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description No credential, or one that does not pass. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description The caller lacks a scope that this needs. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description There is no such thing. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description It exists already, or its state does not allow this. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description The body is larger than 1 MiB. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description The body is not `application/json`. */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description Too many requests; `Retry-After` says when to try again. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description The runtime is switched off or cannot be reached, or the database cannot. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
        };
    };
    getToolboxServices: {
        parameters: {
            query?: {
                /** @description Only templates of this category. */
                category?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description By id. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ToolboxTemplateList"];
                };
            };
            /** @description The request is malformed or fails validation; `details` says where. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description No credential, or one that does not pass. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description The caller lacks a scope that this needs. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description Too many requests; `Retry-After` says when to try again. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
        };
    };
    getToolboxServicesById: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The template's id. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The template. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ToolboxTemplate"];
                };
            };
            /** @description The request is malformed or fails validation; `details` says where. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description No credential, or one that does not pass. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description The caller lacks a scope that this needs. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description There is no such thing. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description Too many requests; `Retry-After` says when to try again. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description The runtime is switched off or cannot be reached, or the database cannot. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
        };
    };
    getTraffic: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description By quarters of an hour for the last day, and the apps with most requests. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AllTrafficBody"];
                };
            };
            /** @description No credential, or one that does not pass. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description The caller lacks a scope that this needs. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description Too many requests; `Retry-After` says when to try again. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description The database cannot be reached or written at the moment. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
        };
    };
    postWebhooksActivity: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ReportedActivity"];
            };
        };
        responses: {
            /** @description It is kept. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ActivityReported"];
                };
            };
            /** @description The request is malformed or fails validation; `details` says where. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description No credential, or one that does not pass. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description The caller lacks a scope that this needs. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description The body is larger than 1 MiB. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description The body is not `application/json`. */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description Too many requests; `Retry-After` says when to try again. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description The database cannot be reached or written at the moment. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
        };
    };
    postWebhooksNotify: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CustomBody"];
            };
        };
        responses: {
            /** @description It is kept. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CustomReported"];
                };
            };
            /** @description The request is malformed or fails validation; `details` says where. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description No credential, or one that does not pass. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description The caller lacks a scope that this needs. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description The body is larger than 1 MiB. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description The body is not `application/json`. */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description Too many requests; `Retry-After` says when to try again. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description The database cannot be reached or written at the moment. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
        };
    };
    getWorkflows: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description By id. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WorkflowList"];
                };
            };
            /** @description No credential, or one that does not pass. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description The caller lacks a scope that this needs. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description Too many requests; `Retry-After` says when to try again. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description The database cannot be reached or written at the moment. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
        };
    };
    postWorkflows: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["WorkflowInput"];
            };
        };
        responses: {
            /** @description The record. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WorkflowView"];
                };
            };
            /** @description The request is malformed or fails validation; `details` says where. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description No credential, or one that does not pass. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description The caller lacks a scope that this needs. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description It exists already, or its state does not allow this. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description The body is larger than 1 MiB. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description The body is not `application/json`. */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description Too many requests; `Retry-After` says when to try again. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description The database cannot be reached or written at the moment. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
        };
    };
    getWorkflowsById: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The workflow's id. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The record. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WorkflowView"];
                };
            };
            /** @description The request is malformed or fails validation; `details` says where. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description No credential, or one that does not pass. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description The caller lacks a scope that this needs. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description There is no such thing. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description Too many requests; `Retry-After` says when to try again. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description The database cannot be reached or written at the moment. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
        };
    };
    putWorkflowsById: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The workflow's id. */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["WorkflowInput"];
            };
        };
        responses: {
            /** @description The record. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WorkflowView"];
                };
            };
            /** @description The request is malformed or fails validation; `details` says where. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description No credential, or one that does not pass. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description The caller lacks a scope that this needs. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description There is no such thing. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description The body is larger than 1 MiB. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description The body is not `application/json`. */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description Too many requests; `Retry-After` says when to try again. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description The database cannot be reached or written at the moment. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
        };
    };
    deleteWorkflowsById: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The workflow's id. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description It is gone. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The request is malformed or fails validation; `details` says where. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description No credential, or one that does not pass. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description The caller lacks a scope that this needs. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description There is no such thing. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description It exists already, or its state does not allow this. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description Too many requests; `Retry-After` says when to try again. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description The database cannot be reached or written at the moment. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
        };
    };
    postWorkflowsByIdExecute: {
        parameters: {
            query?: {
                /** @description Answer at once, with 202, instead of after the run. */
                async?: boolean;
            };
            header?: never;
            path: {
                /** @description The workflow's id. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["ExecuteInput"] | null;
            };
        };
        responses: {
            /** @description The run is over. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RunView"];
                };
            };
            /** @description It is accepted. */
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RunView"];
                };
            };
            /** @description The request is malformed or fails validation; `details` says where. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description No credential, or one that does not pass. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description The caller lacks a scope that this needs. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description There is no such thing. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description It exists already, or its state does not allow this. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description The body is larger than 1 MiB. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description The body is not `application/json`. */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description Too many requests; `Retry-After` says when to try again. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description The database cannot be reached or written at the moment. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
        };
    };
    getWorkflowsByIdExecutions: {
        parameters: {
            query?: {
                /** @description At most this many entries; a larger number than the list allows is lowered to it. */
                limit?: number;
                /** @description Skip this many entries. */
                offset?: number;
            };
            header?: never;
            path: {
                /** @description The workflow's id. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Newest first; 50 unless `limit` says otherwise, at most 100. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RunList"];
                };
            };
            /** @description The request is malformed or fails validation; `details` says where. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description No credential, or one that does not pass. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description The caller lacks a scope that this needs. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description There is no such thing. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description Too many requests; `Retry-After` says when to try again. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description The database cannot be reached or written at the moment. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
        };
    };
    getWorkflowsByIdExecutionsByRunId: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The workflow's id. */
                id: string;
                /** @description The run's id. */
                runId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The record. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RunView"];
                };
            };
            /** @description The request is malformed or fails validation; `details` says where. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description No credential, or one that does not pass. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description The caller lacks a scope that this needs. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description There is no such thing. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description Too many requests; `Retry-After` says when to try again. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description The database cannot be reached or written at the moment. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
        };
    };
    postWorkflowsByIdExecutionsByRunIdCancel: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The workflow's id. */
                id: string;
                /** @description The run's id. */
                runId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The record. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RunView"];
                };
            };
            /** @description The request is malformed or fails validation; `details` says where. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description No credential, or one that does not pass. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description The caller lacks a scope that this needs. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description There is no such thing. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description It exists already, or its state does not allow this. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description Too many requests; `Retry-After` says when to try again. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description The database cannot be reached or written at the moment. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
        };
    };
    getWs: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The connection is a WebSocket now. */
            101: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The request is malformed or fails validation; `details` says where. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description Another site's page sent this. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description Too many requests; `Retry-After` says when to try again. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description Too many sockets are open. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
        };
    };
    getHealthz: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description `healthy` or `degraded`. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["HealthBody"];
                };
            };
            /** @description Another site's page sent this. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description Too many requests; `Retry-After` says when to try again. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description `unhealthy`. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["HealthBody"];
                };
            };
        };
    };
    getLivez: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description It is. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /** @example ok */
                    "text/plain": string;
                };
            };
            /** @description Another site's page sent this. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description Too many requests; `Retry-After` says when to try again. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
        };
    };
    getMetrics: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Version 0.0.4 of the format. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/plain": string;
                };
            };
            /** @description Another site's page sent this. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description There is no such thing. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description Too many requests; `Retry-After` says when to try again. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
        };
    };
    getReadyz: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description They may. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /** @example ok */
                    "text/plain": string;
                };
            };
            /** @description Another site's page sent this. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description Too many requests; `Retry-After` says when to try again. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description It is starting or draining. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /** @example not ready */
                    "text/plain": string;
                };
            };
        };
    };
}
