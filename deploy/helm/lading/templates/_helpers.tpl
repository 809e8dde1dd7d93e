{{- define "lading.labels" -}}
app.kubernetes.io/name: lading
app.kubernetes.io/instance: {{ .Release.Name }}
{{- end -}}

{{- define "lading.image" -}}
{{- if .Values.image.digest -}}
{{ .Values.image.repository }}@{{ .Values.image.digest }}
{{- else -}}
{{ .Values.image.repository }}:{{ .Values.image.tag | default .Chart.AppVersion }}
{{- end -}}
{{- end -}}

{{- define "lading.secret" -}}
{{ required "existingSecret: name a Secret with DATABASE_URL, ENCRYPTION_KEY and RENDER_SECRET" .Values.existingSecret }}
{{- end -}}

{{/* Renders the Deployment and the disruption budget of a role. Takes `root`, `role` and `values`. */}}
{{- define "lading.role" -}}
{{- $root := .root -}}
apiVersion: apps/v1
kind: Deployment
metadata:
  name: {{ $root.Release.Name }}-{{ .role }}
  labels:
    {{- include "lading.labels" $root | nindent 4 }}
    app.kubernetes.io/component: {{ .role }}
spec:
  replicas: {{ .values.replicas }}
  strategy:
    rollingUpdate:
      maxSurge: 1
      maxUnavailable: 0
  selector:
    matchLabels:
      {{- include "lading.labels" $root | nindent 6 }}
      app.kubernetes.io/component: {{ .role }}
  template:
    metadata:
      labels:
        {{- include "lading.labels" $root | nindent 8 }}
        app.kubernetes.io/component: {{ .role }}
    spec:
      automountServiceAccountToken: false
      enableServiceLinks: false
      terminationGracePeriodSeconds: {{ $root.Values.terminationGracePeriodSeconds }}
      securityContext:
        runAsNonRoot: true
        runAsUser: 1000
        runAsGroup: 1000
        fsGroup: 1000
        seccompProfile:
          {{- toYaml .values.seccompProfile | nindent 10 }}
      {{- with $root.Values.imagePullSecrets }}
      imagePullSecrets:
        {{- toYaml . | nindent 8 }}
      {{- end }}
      containers:
        - name: lading
          image: {{ include "lading.image" $root }}
          imagePullPolicy: {{ $root.Values.image.pullPolicy }}
          env:
            - name: PROCESS_ROLE
              value: {{ .role }}
            - name: PORT
              value: '3000'
            - name: METRICS_PORT
              value: {{ $root.Values.metricsPort | quote }}
            - name: SHUTDOWN_DELAY
              value: {{ $root.Values.shutdownDelay | quote }}
            {{- if eq .role "render" }}
            # The only value of the Secret that render pods get.
            - name: RENDER_SECRET
              valueFrom:
                secretKeyRef:
                  name: {{ include "lading.secret" $root }}
                  key: RENDER_SECRET
            {{- else }}
            - name: RENDER_URL
              value: http://{{ $root.Release.Name }}-render
            {{- end }}
            {{- range $name, $value := $root.Values.settings }}
            - name: {{ $name }}
              value: {{ $value | quote }}
            {{- end }}
          {{- if ne .role "render" }}
          envFrom:
            - secretRef:
                name: {{ include "lading.secret" $root }}
          {{- end }}
          ports:
            - name: http
              containerPort: 3000
            - name: metrics
              containerPort: {{ $root.Values.metricsPort }}
          # Allows five minutes for a migration in this or another pod.
          startupProbe:
            httpGet: { path: /health/live, port: http }
            periodSeconds: 2
            failureThreshold: 150
          livenessProbe:
            httpGet: { path: /health/live, port: http }
            periodSeconds: 10
            timeoutSeconds: 5
            failureThreshold: 6
          readinessProbe:
            httpGet: { path: /health/ready, port: http }
            periodSeconds: 2
            timeoutSeconds: 3
            failureThreshold: 2
          resources:
            {{- toYaml .values.resources | nindent 12 }}
          securityContext:
            allowPrivilegeEscalation: false
            readOnlyRootFilesystem: true
            capabilities:
              drop: [ALL]
          volumeMounts:
            - { name: data, mountPath: /data }
            - { name: tmp, mountPath: /tmp }
            - { name: home, mountPath: /home/node }
            {{- if eq .role "render" }}
            - { name: shm, mountPath: /dev/shm }
            {{- end }}
      volumes:
        - name: data
          emptyDir: {}
        - name: tmp
          emptyDir: {}
        - name: home
          emptyDir: {}
        {{- if eq .role "render" }}
        # Chromium's shared memory. It counts toward the container's memory limit.
        - name: shm
          emptyDir: { medium: Memory, sizeLimit: 256Mi }
        {{- end }}
      topologySpreadConstraints:
        - maxSkew: 1
          topologyKey: kubernetes.io/hostname
          whenUnsatisfiable: ScheduleAnyway
          labelSelector:
            matchLabels:
              {{- include "lading.labels" $root | nindent 14 }}
              app.kubernetes.io/component: {{ .role }}
      {{- with $root.Values.nodeSelector }}
      nodeSelector:
        {{- toYaml . | nindent 8 }}
      {{- end }}
      {{- with $root.Values.tolerations }}
      tolerations:
        {{- toYaml . | nindent 8 }}
      {{- end }}
---
apiVersion: policy/v1
kind: PodDisruptionBudget
metadata:
  name: {{ $root.Release.Name }}-{{ .role }}
  labels:
    {{- include "lading.labels" $root | nindent 4 }}
spec:
  maxUnavailable: {{ .values.maxUnavailable }}
  selector:
    matchLabels:
      {{- include "lading.labels" $root | nindent 6 }}
      app.kubernetes.io/component: {{ .role }}
{{- end -}}
