#!/usr/bin/env bash
# The workflow on a Slurm cluster of one node, this machine: the same bytes as without it.
#
#   tests/cluster/slurm.sh [PYTHON]      as root, on Debian; PYTHON has .[slurm] installed
#
# Sets the cluster up from Debian's packages, builds a small config through profiles/slurm and again
# on this machine alone, compares, and takes the cluster down. Status 77: no cluster can be had here.
set -euo pipefail
cd "$(dirname "$0")/../.."
repository=$PWD
python=$(realpath -s "${1:-.venv/bin/python}")
. tests/cluster/common.sh

conf=/etc/slurm/slurm.conf # steps of jobs forget SLURM_CONF, so it lies where Slurm looks by itself
[ "$(id -u)" = 0 ] || skip "a cluster is set up by root alone"
mark="# left by tests/cluster/slurm.sh, if it was killed"
if [ -e $conf ]; then
    grep -qxF "$mark" $conf || skip "$conf is there: this machine has a Slurm of its own"
    ! timeout 20 scontrol ping 2> /dev/null | grep -q UP || skip "this script is running already"
fi

work=$(mktemp -d)
down() {
    [ ! -e $conf ] || timeout 20 scancel --user root || true
    for name in slurmd slurmctld munged; do
        if pid=$(cat "$work/$name.pid" 2> /dev/null); then
            kill "$pid" 2> /dev/null || true
            timeout 20 tail --pid "$pid" -f /dev/null || kill -9 "$pid" || true
        fi
    done
    rm -rf "$work" $conf
}
trap down EXIT
trap 'exit 130' INT TERM

# At run level 1 the packages start no services of their own.
get() { RUNLEVEL=1 DEBIAN_FRONTEND=noninteractive timeout 300 apt-get "$@" >> "$work/apt.log" 2>&1; }
if ! type munged slurmctld slurmd srun sbatch > /dev/null 2>&1; then
    install=(install -y -q --no-install-recommends slurm-wlm munge)
    get "${install[@]}" || { get update && get "${install[@]}"; } \
        || skip "no Slurm from apt: $(tail -n 1 "$work/apt.log")"
fi

# A munge of its own, so that none of this machine's is touched.
chmod 755 "$work"
dd if=/dev/urandom of="$work/munge.key" bs=128 count=1 status=none
chmod 400 "$work/munge.key"
cpus=$(nproc)
node=$(hostname -s)
mkdir -p /etc/slurm "$work/state" "$work/spool"
cat > $conf <<CONF
$mark
ClusterName=here
SlurmctldHost=$node(127.0.0.1)
SlurmUser=root
AuthType=auth/munge
AuthInfo=socket=$work/munge.socket
StateSaveLocation=$work/state
SlurmdSpoolDir=$work/spool
SlurmctldPidFile=$work/slurmctld.pid
SlurmdPidFile=$work/slurmd.pid
SlurmctldLogFile=$work/slurmctld.log
SlurmdLogFile=$work/slurmd.log
ProctrackType=proctrack/linuxproc
TaskPlugin=task/none
SchedulerParameters=batch_sched_delay=0,sched_interval=1
SelectType=select/cons_tres
SelectTypeParameters=CR_Core
ReturnToService=2
NodeName=$node NodeAddr=127.0.0.1 CPUs=$cpus RealMemory=$(free -m | awk '/Mem/ {print int($2 / 2)}')
PartitionName=all Nodes=ALL Default=YES MaxTime=INFINITE State=UP
CONF
up() {
    munged --force --key-file "$work/munge.key" --socket "$work/munge.socket" \
        --pid-file "$work/munged.pid" --log-file "$work/munged.log" --seed-file "$work/seed" \
        && slurmctld && slurmd -N "$node" || return 1
    for _ in $(seq 60); do
        [ "$(sinfo -h -o %t 2> /dev/null)" != idle ] || return 0
        sleep 0.5
    done
    return 1
}
up > "$work/up.log" 2>&1 && timeout 60 srun true \
    || { tail -n 5 "$work"/*.log; skip "Slurm does not come up on this machine"; }

# Asked after early: its jobs take seconds, and each time none has ended it waits for ten more.
build cluster --profile profiles/slurm --jobs "$cpus" --latency-wait 5 \
    --slurm-init-seconds-before-status-checks 8
ran cluster compile batch dedupe choose select shard verify publish
grep -q "Job [0-9]* has been submitted with SLURM jobid" "$work/cluster/said.txt"
build local --cores "$cpus" > /dev/null || { cat "$work/local/said.txt"; exit 1; }
same cluster local
